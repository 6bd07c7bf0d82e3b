package llm

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
)

// SchemaOf is the JSON schema of what out, a pointer to a struct, can be decoded from. Properties come in the order of the
// fields, in which models then write them, and all are required. A tag says more about a field:
//
//	Claims []string `json:"claims" schema:"maxItems=6 each.maxLength=240"`
//	Enough string   `json:"enough" schema:"enum=yes|partly|no"`
//
// each. stands before what holds for the items of a list; type=number overrides what the Go type would give. Servers make a
// grammar of it, so it holds for whatever a model writes.
func SchemaOf(out any) json.RawMessage {
	return schema(reflect.TypeOf(out).Elem(), nil)
}

// rule is one word of a tag.
type rule struct{ name, value string }

func rules(tag string) (all []rule) {
	for word := range strings.FieldsSeq(tag) {
		name, value, _ := strings.Cut(word, "=")
		all = append(all, rule{name, value})
	}
	return all
}

func schema(t reflect.Type, tagged []rule) json.RawMessage {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	var out, own bytes.Buffer
	kind := kindOf(t)
	var each []rule
	for _, r := range tagged {
		item, ofItems := strings.CutPrefix(r.name, "each.")
		switch {
		case ofItems:
			each = append(each, rule{item, r.value})
		case r.name == "type":
			kind = r.value
		case r.name == "enum":
			words, _ := json.Marshal(strings.Split(r.value, "|"))
			fmt.Fprintf(&own, `,"enum":%s`, words)
		default:
			fmt.Fprintf(&own, `,%q:%s`, r.name, r.value)
		}
	}
	fmt.Fprintf(&out, `{"type":%q%s`, kind, own.Bytes())
	switch kind {
	case "array":
		fmt.Fprintf(&out, `,"items":%s`, schema(t.Elem(), each))
	case "object":
		names, properties := []string{}, []string{}
		for _, f := range reflect.VisibleFields(t) {
			if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); f.IsExported() && name != "" {
				names = append(names, fmt.Sprintf("%q", name))
				properties = append(properties, fmt.Sprintf("%q:%s", name, schema(f.Type, rules(f.Tag.Get("schema")))))
			}
		}
		fmt.Fprintf(&out, `,"properties":{%s},"required":[%s]`, strings.Join(properties, ","), strings.Join(names, ","))
	}
	out.WriteString("}")
	return out.Bytes()
}

func kindOf(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Bool:
		return "boolean"
	case reflect.Int:
		return "integer"
	case reflect.Float64:
		return "number"
	case reflect.Slice:
		return "array"
	case reflect.Struct:
		return "object"
	}
	return "string"
}
