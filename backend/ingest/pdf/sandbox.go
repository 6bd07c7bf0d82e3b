package pdf

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"time"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"lectern/backend/messages"
)

const memoryPages = 4096 // of 64 KB: all that pdfium may use

// Sandbox is the compiled pdfium. Every document runs in an instance of its own.
type Sandbox struct{ pool pdfium.Pool }

// NewSandbox compiles pdfium, or loads it from cacheDir, where it leaves the compiled code for the next time (0.1 s
// instead of 4). An unusable cache is thrown away; without a cacheDir nothing is kept.
func NewSandbox(cacheDir string) (*Sandbox, error) {
	if cacheDir != "" {
		if s, err := newSandbox(cacheDir); err == nil {
			return s, nil
		}
		forget(cacheDir)
		if s, err := newSandbox(cacheDir); err == nil {
			return s, nil
		}
	}
	return newSandbox("")
}

func newSandbox(cacheDir string) (*Sandbox, error) {
	config := wazero.NewRuntimeConfig().WithMemoryLimitPages(memoryPages)
	if cacheDir != "" {
		cache, err := wazero.NewCompilationCacheWithDir(cacheDir)
		if err != nil {
			return nil, messages.Error("pdf.cache", messages.Args{"error": err})
		}
		config = config.WithCompilationCache(cache)
	}
	// An FSConfig must be given: without one go-pdfium mounts the whole disk.
	pool, err := webassembly.Init(webassembly.Config{
		Context: context.Background(), MaxIdle: 1, MaxTotal: 2, RuntimeConfig: config,
		FSConfig: wazero.NewFSConfig(), Stdout: io.Discard, Stderr: io.Discard,
	})
	if err != nil {
		return nil, messages.Error("pdf.pdfium", messages.Args{"error": err})
	}
	return &Sandbox{pool: pool}, nil
}

// forget removes what wazero keeps in a folder: one folder per version and machine.
func forget(dir string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if e.IsDir() && strings.HasPrefix(e.Name(), "wazero-") {
			os.RemoveAll(filepath.Join(dir, e.Name()))
		}
	}
}

// Close frees the compiled code.
func (s *Sandbox) Close() error { return s.pool.Close() }

// instance is one running pdfium. go-pdfium looks a function up by its name for every call, which costs more than
// most of the calls do; so the module is taken out of it and called directly.
type instance struct {
	pdfium pdfium.Pdfium
	module api.Module
	lookup map[string]api.Function
	stack  [8]uint64
	out    uint32 // 64 bytes in pdfium's memory for results
	offsets

	texts  []textObject // of the page that was read last
	paints []paint
	others []uint64
}

func (s *Sandbox) instance() (*instance, error) {
	p, err := s.pool.GetInstance(time.Minute)
	if err != nil {
		return nil, messages.Error("pdf.pdfium", messages.Args{"error": err})
	}
	field := reflect.Indirect(reflect.ValueOf(p.GetImplementation())).FieldByName("Module")
	if field.IsValid() && field.CanInterface() {
		if module, ok := field.Interface().(api.Module); ok {
			return &instance{pdfium: p, module: module, lookup: map[string]api.Function{}}, nil
		}
	}
	p.Close()
	return nil, errors.New("pdfium: this version of go-pdfium hides its module")
}

// trap is a panic that comes from calling pdfium: it ran out of its memory, or into a fault.
type trap struct{ error }

// caught turns a trap into an error. Other panics are our own mistakes and go on.
func caught(err *error) {
	switch r := recover().(type) {
	case nil:
	case trap:
		*err = messages.Error("pdf.pdfium", messages.Args{"error": r.error})
	default:
		panic(r)
	}
}

// call runs a function of pdfium and gives its result; it panics with a trap.
func (in *instance) call(name string, args ...uint64) uint64 {
	return in.run(in.function(name), args...)
}

// function finds a function of pdfium, for those that are called for every character; it panics with a trap.
func (in *instance) function(name string) api.Function {
	f := in.lookup[name]
	if f == nil {
		if f = in.module.ExportedFunction(name); f == nil {
			panic(trap{errors.New("no function " + name)})
		}
		in.lookup[name] = f
	}
	return f
}

// run is call for a function that has been found.
func (in *instance) run(f api.Function, args ...uint64) uint64 {
	for i, arg := range args {
		in.stack[i] = arg
	}
	if err := f.CallWithStack(context.Background(), in.stack[:max(len(args), 1)]); err != nil {
		panic(trap{err})
	}
	return in.stack[0]
}

// allocate reserves bytes in pdfium's memory.
func (in *instance) allocate(n int) uint32 {
	p := uint32(in.call("malloc", uint64(n)))
	if p == 0 {
		panic(trap{errors.New("out of memory")})
	}
	return p
}

// read views pdfium's memory; the view is good until the next call.
func (in *instance) read(at, n uint32) []byte {
	b, ok := in.module.Memory().Read(at, n)
	if !ok {
		panic(trap{errors.New("address out of range")})
	}
	return b
}
