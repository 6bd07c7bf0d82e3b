package main

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"lectern/backend/models"
)

// TestTheBoundaryIsDull checks every type that crosses to the page: named structs, no interfaces, no times, and every
// field named in JSON.
func TestTheBoundaryIsDull(t *testing.T) {
	seen := map[reflect.Type]bool{}
	var look func(path string, x reflect.Type)
	look = func(path string, x reflect.Type) {
		if seen[x] {
			return
		}
		seen[x] = true
		switch x.Kind() {
		case reflect.Slice, reflect.Pointer:
			look(path, x.Elem())
		case reflect.Interface, reflect.Map, reflect.Func, reflect.Chan, reflect.Complex128:
			t.Errorf("%s is a %s", path, x)
		case reflect.Struct:
			if x == reflect.TypeFor[time.Time]() || x.Name() == "" {
				t.Errorf("%s is %s", path, x)
			}
			for i := range x.NumField() {
				f := x.Field(i)
				if tag := f.Tag.Get("json"); tag == "" || tag == "-" {
					t.Errorf("%s.%s has no name in JSON", path, f.Name)
				}
				look(path+"."+f.Name, f.Type)
			}
		}
	}
	app := reflect.TypeFor[*App]()
	for i := range app.NumMethod() {
		m := app.Method(i)
		for k := 1; k < m.Type.NumIn(); k++ {
			look(m.Name, m.Type.In(k))
		}
		for k := range m.Type.NumOut() {
			if out := m.Type.Out(k); out != reflect.TypeFor[error]() {
				look(m.Name, out)
			}
		}
	}
	if len(seen) < 15 {
		t.Errorf("only %d types were looked at", len(seen))
	}
}

func TestSettingsKeepOnlyWhatWasChanged(t *testing.T) {
	s, err := settings(models.Settings{ChatModel: "x", Advanced: map[string]float64{"chat.keep": 7}})
	if err != nil {
		t.Fatal(err)
	}
	back, err := s.changed()
	if err != nil || back.ChatModel != "x" || len(back.Advanced) != 1 || back.Advanced["chat.keep"] != 7 {
		t.Errorf("%+v %v", back, err)
	}
	for _, a := range s.Advanced {
		if a.Title == "" || a.Help == "" || a.Min > a.Default || a.Max < a.Default || a.Step <= 0 {
			t.Errorf("%+v", a)
		}
	}
	if _, err := settings(models.Settings{Advanced: map[string]float64{"chat.keep": 1e9}}); err == nil || !strings.Contains(err.Error(), "between") {
		t.Errorf("out of bounds: %v", err)
	}
}
