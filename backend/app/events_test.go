package app

import (
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
)

// The page's types know events by the names of the methods.
func TestEventsAreCalledAsTheirMethodsAreAndNumbered(t *testing.T) {
	shell := &listening{}
	var n atomic.Int64
	told := reflect.ValueOf(&Told{shell, &n, "w1"})
	for i := range told.NumMethod() {
		m := told.Method(i)
		args := make([]reflect.Value, m.Type().NumIn())
		for k := range args {
			args[k] = reflect.Zero(m.Type().In(k))
		}
		m.Call(args)
		if want := strings.ToLower(told.Type().Method(i).Name); len(shell.told) != i+1 || shell.told[i] != want {
			t.Errorf("%s tells %v", want, shell.told)
		}
		if len(shell.with) != len(args)+2 || shell.with[len(args)] != int64(i+1) || shell.with[len(args)+1] != "w1" {
			t.Errorf("%s comes with %v", shell.told[i], shell.with)
		}
	}
	if len(shell.told) < 5 {
		t.Error(shell.told)
	}
}
