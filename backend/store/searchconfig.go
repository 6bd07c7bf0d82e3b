package store

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"

	"lectern/backend/messages"
	"lectern/backend/store/keyword"
)

// SearchConfig holds all that a search can be tuned by. As JSON it is one flat object; its keys are those of Set.
type SearchConfig struct {
	keyword.Config

	VectorWeight float64 `json:"vector-weight"` // of meaning against words, 0 to 1
	Candidates   int     `json:"candidates"`    // how deep each list is fused, at least
}

// SearchDefaults are the parameters of a Query without a Config. How both searches become one was measured with real
// models (go run ./build/quality): reciprocal ranks lose to words alone wherever a model is weak, as with tables, or doesn't
// know the language. The weight makes little difference from .2 to .5.
func SearchDefaults() SearchConfig {
	return SearchConfig{Config: keyword.Defaults(), VectorWeight: .3, Candidates: 100}
}

// Validate names a parameter that no search can work with.
func (c SearchConfig) Validate() error {
	if err := c.Config.Validate(); err != nil {
		return err
	}
	switch {
	case math.IsNaN(c.VectorWeight) || c.VectorWeight < 0 || c.VectorWeight > 1:
		return messages.Error("store.vector-weight", messages.Args{"value": c.VectorWeight})
	case c.Candidates < 1:
		return messages.Error("store.candidates", messages.Args{"value": c.Candidates})
	}
	return nil
}

// Keys are the names that Set takes, in order.
func (SearchConfig) Keys() []string {
	var keys []string
	for _, f := range reflect.VisibleFields(reflect.TypeFor[SearchConfig]()) {
		if key := f.Tag.Get("json"); key != "" {
			keys = append(keys, key)
		}
	}
	return keys
}

// Get is a parameter as Set takes it; "" for a key that doesn't exist.
func (c SearchConfig) Get(key string) string {
	if f := c.field(key); f.IsValid() {
		return fmt.Sprint(f.Interface())
	}
	return ""
}

// Set changes one parameter, by its key. The parameters stay as they were after an error.
func (c *SearchConfig) Set(key, value string) error {
	changed := *c
	f := changed.field(key)
	if !f.IsValid() {
		return messages.Error("store.no-parameter", messages.Args{"key": fmt.Sprintf("%q", key), "keys": strings.Join(c.Keys(), ", ")})
	}
	switch f.Kind() {
	case reflect.Float64:
		x, err := strconv.ParseFloat(value, 64)
		if err != nil {
			return messages.Error("store.needs-number", messages.Args{"key": key, "value": fmt.Sprintf("%q", value)})
		}
		f.SetFloat(x)
	case reflect.Int:
		n, err := strconv.Atoi(value)
		if err != nil {
			return messages.Error("store.needs-whole-number", messages.Args{"key": key, "value": fmt.Sprintf("%q", value)})
		}
		f.SetInt(int64(n))
	}
	if err := changed.Validate(); err != nil {
		return err
	}
	*c = changed
	return nil
}

// field is the one with a key, to be set.
func (c *SearchConfig) field(key string) reflect.Value {
	v := reflect.ValueOf(c).Elem()
	for _, f := range reflect.VisibleFields(v.Type()) {
		if f.Tag.Get("json") == key && key != "" {
			return v.FieldByIndex(f.Index)
		}
	}
	return reflect.Value{}
}
