package main

import (
	"errors"
	"reflect"
	"testing"
	"time"

	"lectern/backend/app"
	"lectern/backend/fault"
	"lectern/backend/graph/analyst"
	"lectern/backend/graph/checked"
	"lectern/backend/graph/report"
	"lectern/backend/graph/research"
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
				if tag := f.Tag.Get("json"); (tag == "" || tag == "-") && !f.Anonymous {
					t.Errorf("%s.%s has no name in JSON", path, f.Name)
				}
				look(path+"."+f.Name, f.Type)
			}
		}
	}
	for _, bound := range []reflect.Type{reflect.TypeFor[*App](), reflect.TypeFor[*app.Told]()} {
		for i := range bound.NumMethod() {
			m := bound.Method(i)
			for k := 1; k < m.Type.NumIn(); k++ {
				look(m.Name, m.Type.In(k))
			}
			for k := range m.Type.NumOut() {
				if out := m.Type.Out(k); out != reflect.TypeFor[error]() {
					look(m.Name, out)
				}
			}
		}
	}
	for _, made := range []reflect.Type{reflect.TypeFor[analyst.Output](), reflect.TypeFor[checked.Output](), reflect.TypeFor[report.Output](), reflect.TypeFor[research.Output]()} {
		look(made.String(), made)
	}
	if len(seen) < 100 {
		t.Errorf("only %d types were looked at", len(seen))
	}
}

// A call that panics would keep the page waiting for ever.
func TestEveryCallOfThePageEndsWithASentenceWhenItPanics(t *testing.T) {
	a := reflect.ValueOf(&App{core: &app.Core{Program: &app.Program{}}}) // nothing is there, so all of them do
	told := 0
	for i := range a.NumMethod() {
		name, m := a.Type().Method(i).Name, a.Method(i)
		args := make([]reflect.Value, m.Type().NumIn())
		for k := range args {
			args[k] = reflect.Zero(m.Type().In(k))
		}
		out := m.Call(args)
		err, ok := out[len(out)-1].Interface().(error)
		var f *fault.Error
		if m.Type().Out(len(out)-1) != reflect.TypeFor[error]() {
			t.Errorf("%s returns no error", name)
		} else if ok && errors.As(err, &f) {
			told++
		}
	}
	if told < 40 {
		t.Errorf("only %d calls met with the fault", told)
	}
}
