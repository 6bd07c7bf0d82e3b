package llmtest

import (
	"encoding/json"
	"fmt"
	"slices"
)

// What a form may be at most, so that small models can follow it and none writes without end.
const (
	deepest        = 2  // objects one inside the other; a list of words or numbers adds none
	mostProperties = 12 // of an object
)

// form is what there is of a JSON schema in the forms that models are held to.
type form struct {
	Type       string          `json:"type"`
	Properties map[string]form `json:"properties"`
	Items      *form           `json:"items"`
	Enum       []string        `json:"enum"`
	MaxLength  int             `json:"maxLength"`
	MaxItems   int             `json:"maxItems"`
}

// Unsound lists what is wrong with a form: too deep, too long, or with a string or a list that has no bound.
func Unsound(schema json.RawMessage) []string {
	if len(schema) == 0 {
		return nil
	}
	var f form
	if err := json.Unmarshal(schema, &f); err != nil {
		return []string{err.Error()}
	}
	faults := f.faults("it", 1)
	slices.Sort(faults)
	return faults
}

func (f form) faults(name string, depth int) (out []string) {
	switch f.Type {
	case "string":
		if f.MaxLength == 0 && len(f.Enum) == 0 {
			out = append(out, name+" is a string without maxLength")
		}
	case "array":
		if f.MaxItems == 0 {
			out = append(out, name+" is a list without maxItems")
		}
		if f.Items != nil {
			out = append(out, f.Items.faults(name+"[]", depth)...)
		}
	case "object":
		if depth > deepest {
			out = append(out, fmt.Sprintf("%s is an object %d deep", name, depth))
		}
		if n := len(f.Properties); n > mostProperties {
			out = append(out, fmt.Sprintf("%s has %d properties", name, n))
		}
		for key, p := range f.Properties {
			out = append(out, p.faults(name+"."+key, depth+1)...)
		}
	}
	return out
}
