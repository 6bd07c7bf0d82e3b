package serve

import (
	"encoding/json"
	"log/slog"
	"maps"
	"reflect"
	"slices"

	"lectern/backend/fault"
	"lectern/backend/messages"
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
		return nil, messages.Error("serve.no-method", messages.Args{"name": name})
	}
	if len(args) != m.Type().NumIn() {
		return nil, messages.Error("serve.arguments", messages.Args{"name": name, "wanted": m.Type().NumIn(), "given": len(args)})
	}
	in := make([]reflect.Value, len(args))
	for i, raw := range args {
		p := reflect.New(m.Type().In(i))
		if err := json.Unmarshal(raw, p.Interface()); err != nil {
			return nil, messages.Error("serve.argument", messages.Args{"number": i + 1, "name": name, "error": err})
		}
		in[i] = p.Elem()
	}
	defer fault.Recover(c.log, &err)
	for _, out := range m.Call(in) {
		if e, isErr := out.Interface().(error); isErr {
			err = e
		} else if out.Type() != reflect.TypeFor[error]() {
			result = out.Interface()
		}
	}
	return result, err
}
