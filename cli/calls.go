package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
)

// calls are the bound methods of the page, callable by name with JSON arguments, as the window's own runtime does it.
type calls struct {
	methods map[string]reflect.Value
	log     *slog.Logger
}

func newCalls(bound any, log *slog.Logger) *calls {
	c := &calls{map[string]reflect.Value{}, log}
	v := reflect.ValueOf(bound)
	for i := range v.NumMethod() {
		c.methods["main."+v.Type().Elem().Name()+"."+v.Type().Method(i).Name] = v.Method(i)
	}
	return c
}

func (c *calls) names() []string { return slices.Sorted(maps.Keys(c.methods)) }

func (c *calls) call(name string, args []json.RawMessage) (result any, err error) {
	m, ok := c.methods[name]
	if !ok {
		return nil, fmt.Errorf("there is no method %s", name)
	}
	if len(args) != m.Type().NumIn() {
		return nil, fmt.Errorf("%s takes %d arguments, not %d", name, m.Type().NumIn(), len(args))
	}
	in := make([]reflect.Value, len(args))
	for i, raw := range args {
		p := reflect.New(m.Type().In(i))
		if err := json.Unmarshal(raw, p.Interface()); err != nil {
			return nil, fmt.Errorf("argument %d of %s: %w", i+1, name, err)
		}
		in[i] = p.Elem()
	}
	defer func() {
		if p := recover(); p != nil {
			err = c.fault(name, p, debug.Stack())
		}
	}()
	for _, out := range m.Call(in) {
		if e, isErr := out.Interface().(error); isErr {
			err = e
		} else if out.Type() != reflect.TypeFor[error]() {
			result = out.Interface()
		}
	}
	return result, err
}

// fault logs a panic under an id that the person can name, and tells them. A fault of the runtime is logged with its
// words; of any other its kind alone, as it may have quoted a document.
func (c *calls) fault(name string, p any, stack []byte) error {
	id, said := secret()[:8], fmt.Sprintf("%T", p)
	var fault runtime.Error
	if err, ok := p.(error); ok && errors.As(err, &fault) {
		said = fault.Error()
	}
	c.log.Error("a call went wrong", "id", id, "method", name, "panic", said, "stack", string(stack))
	return fmt.Errorf("something went wrong inside Lectern; try again, and if it happens again, look for %s in lectern.log in the data folder's folder log", id)
}
