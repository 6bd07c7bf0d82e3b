// Package tuning is how numbers that can be tuned are declared: once, in the tags of a struct's field.
//
//	type Config struct {
//		Keep   int     `json:"keep" default:"5" range:"1 50" title:"Passages kept" help:"The best, that the model reads."`
//		Probe  float64 `json:"probe" default:".8" range:".1 2" help:"Distance past which nothing is near."`
//		Rerank int     `json:"rerank" default:"0" options:"no|by the model" title:"Order once more" help:"Before the best are kept."`
//		Limit  int     `json:"-" default:"4"`
//	}
//
// title, help, group and options are keys of messages, or the texts themselves; they are said in a person's language later. json is the field's key: "-" is one
// that nobody sets. default and range are what they say, and options are the words that the numbers from 0 stand for,
// in place of a range. A field with a title is shown in Settings; one without is reached by its key alone, for
// measuring. help says what it does, in a line. once:"yes" marks what a person may want otherwise for one question,
// group names a heading of its own in Settings, step is by how much an arrow changes it.
//
// A struct whose tags make no sense is a mistake in the program: it panics, as soon as the struct is used at all.
package tuning

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"lectern/backend/messages"
)

// Field is one number of a struct. It points into the struct that it was made from.
type Field struct {
	Key                     string
	Title, Help, Group      messages.Message
	Default, Min, Max, Step float64
	Once                    bool // a person may want it otherwise for one question
	options                 messages.Message
	value                   reflect.Value
}

// Defaults are the numbers that the tags of C declare.
func Defaults[C any]() C {
	var c C
	each(&c, func(tag reflect.StructField, v reflect.Value) { put(v, number(tag, "default", tag.Tag.Get("default"))) })
	return c
}

// Fields lists what the struct that config points to declares, in its order, but for the keys "-".
func Fields(config any) (all []Field) {
	each(config, func(tag reflect.StructField, v reflect.Value) {
		if tag.Tag.Get("json") != "-" {
			all = append(all, field(tag, v))
		}
	})
	return all
}

// Check tells of the first number that is out of its range, for the person.
func Check(config any) error {
	for _, f := range Fields(config) {
		if err := f.check(f.Value()); err != nil {
			return err
		}
	}
	return nil
}

// Set changes one number by its key; an unknown key or a value out of its range is an error for the person.
func Set(config any, key string, value float64) error {
	f, ok := Find(config, key)
	if !ok {
		return messages.Error("tuning.no-setting", messages.Args{"key": fmt.Sprintf("%q", key)})
	}
	if err := f.check(value); err != nil {
		return err
	}
	put(f.value, value)
	return nil
}

// Find is the field with a key.
func Find(config any, key string) (Field, bool) {
	for _, f := range Fields(config) {
		if f.Key == key {
			return f, true
		}
	}
	return Field{}, false
}

// Shown tells whether Settings shows the field; else it is reached by its key alone.
func (f Field) Shown() bool { return !f.Title.Empty() }

// Options are the words, from 0, one of which the number stands for; none where it is a number.
func (f Field) Options(say messages.Messages) []string {
	if f.options.Empty() {
		return nil
	}
	return strings.Split(say.Say(f.options), "|")
}

// Value is the field's number.
func (f Field) Value() float64 {
	if f.value.Kind() == reflect.Int {
		return float64(f.value.Int())
	}
	return f.value.Float()
}

// Range is what the number may be, in words.
func (f Field) Range() string {
	options := f.Options(messages.In("en"))
	if len(options) == 0 {
		return messages.Text("tuning.from-to", messages.Args{"min": f.Min, "max": f.Max})
	}
	var all []string
	for i, o := range options {
		all = append(all, fmt.Sprintf("%d %s", i, o))
	}
	return strings.Join(all, ", ")
}

func (f Field) check(v float64) error {
	name := f.Title
	if name.Empty() {
		name = messages.Plain(f.Key)
	}
	switch {
	case !(v >= f.Min && v <= f.Max): // nor is it anything where it is no number
		if !f.options.Empty() {
			return messages.Error("tuning.must-be-one-of", messages.Args{"name": name, "min": f.Min, "max": f.Max, "options": f.Range(), "value": v})
		}
		return messages.Error("tuning.must-be-between", messages.Args{"name": name, "min": f.Min, "max": f.Max, "value": v})
	case f.value.Kind() == reflect.Int && v != float64(int(v)):
		return messages.Error("tuning.must-be-whole", messages.Args{"name": name, "value": v})
	}
	return nil
}

// each visits the fields that are declared.
func each(config any, visit func(reflect.StructField, reflect.Value)) {
	v := reflect.ValueOf(config).Elem()
	for i := range v.NumField() {
		if tag := v.Type().Field(i); tag.Tag.Get("json") != "" {
			visit(tag, v.Field(i))
		}
	}
}

func field(tag reflect.StructField, v reflect.Value) Field {
	get := tag.Tag.Get
	said := func(name string) messages.Message { return messages.New(get(name)) }
	f := Field{
		Key: get("json"), Title: said("title"), Help: said("help"), Group: said("group"), Once: get("once") != "",
		Default: number(tag, "default", get("default")), value: v,
	}
	f.options = said("options")
	if options := f.Options(messages.In("en")); len(options) > 0 {
		f.Max = float64(len(options) - 1)
	} else {
		least, most, _ := strings.Cut(get("range"), " ")
		f.Min, f.Max = number(tag, "range", least), number(tag, "range", most)
	}
	f.Step = 1
	if v.Kind() == reflect.Float64 {
		f.Step = .01
	}
	if step := get("step"); step != "" {
		f.Step = number(tag, "step", step)
	}
	if f.Help.Empty() || f.Default < f.Min || f.Default > f.Max {
		panic(fmt.Sprintf("the tags of %s say nothing of what it does, or its default is out of its range", tag.Name))
	}
	return f
}

func number(tag reflect.StructField, what, text string) float64 {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic(fmt.Sprintf("the tag %s of %s is %q", what, tag.Name, text))
	}
	return n
}

func put(v reflect.Value, n float64) {
	if v.Kind() == reflect.Int {
		v.SetInt(int64(n))
	} else {
		v.SetFloat(n)
	}
}
