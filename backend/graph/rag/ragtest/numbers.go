package ragtest

import (
	"reflect"
	"strings"
	"testing"

	"lectern/backend/graph/rag"
	"lectern/backend/tuning"
)

// numbers holds a workflow's Config to what Settings and the command line rely on: every number is declared, its default
// is valid, each key is one number and no other, and a value out of its range is refused with the range.
func numbers(t *testing.T, w rag.About) {
	t.Helper()
	if err := w.Defaults().Validate(); err != nil {
		t.Error(err)
	}
	if all := reflect.TypeOf(w.Defaults()).Elem(); all.NumField() != len(tuning.Fields(w.Defaults()))+hidden(all) {
		t.Error("a number isn't declared")
	}
	seen := map[string]bool{}
	for _, f := range tuning.Fields(w.Defaults()) {
		if seen[f.Key] || f.Help.Empty() || strings.ContainsAny(f.Key, "._ ") || f.Value() != f.Default {
			t.Errorf("%+v", f)
		}
		seen[f.Key] = true
		c := w.Defaults()
		if err := tuning.Set(c, f.Key, f.Max+1); err == nil || !strings.Contains(err.Error(), "between") {
			t.Errorf("%s above its range: %v", f.Key, err)
		}
		if err := tuning.Set(c, f.Key, f.Max); err != nil {
			t.Errorf("%s at the end of its range: %v", f.Key, err)
		}
		changed := w.Defaults()
		reflect.ValueOf(changed).Elem().Set(reflect.ValueOf(c).Elem())
		if again, _ := tuning.Find(changed, f.Key); again.Value() != f.Max {
			t.Errorf("%s is %v, not %v", f.Key, again.Value(), f.Max)
		}
	}
}

// hidden counts the fields that nobody sets.
func hidden(config reflect.Type) (n int) {
	for i := range config.NumField() {
		if config.Field(i).Tag.Get("json") == "-" {
			n++
		}
	}
	return n
}
