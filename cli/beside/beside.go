// Package beside hands a command that is typed in a terminal over to the program that has the data folder open, and brings
// back what it says. They speak over a socket in the data folder, which nobody else may enter: a line of JSON a frame.
package beside

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"sync"

	"lectern/backend/messages"
)

// Call is a command as it was typed.
type Call struct {
	Version   string   `json:"version"`
	Args      []string `json:"args"`
	Workspace string   `json:"workspace"` // its name; "": the first
	Dir       string   `json:"dir"`       // where it was typed: paths are meant from there
	Terminal  bool     `json:"terminal"`  // somebody looks at it: progress may be shown
}

// Streams are those of the terminal.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// frame is what one tells the other; one of its fields.
type frame struct {
	Call *Call  `json:"call,omitempty"`
	Out  []byte `json:"out,omitempty"`
	Err  []byte `json:"err,omitempty"`
	Want bool   `json:"want,omitempty"` // some of the input; nothing of it is taken before
	In   []byte `json:"in,omitempty"`
	Over bool   `json:"over,omitempty"` // there is no more input
	Stop bool   `json:"stop,omitempty"` // the person doesn't want it any more
	Code *int   `json:"code,omitempty"` // it has ended
}

const (
	socketName = "terminal"
	elsewhere  = "terminal.at" // says where the socket is, if the folder's path is too long for one
	longest    = 100           // bytes of a socket's path; systems take 104 or 108
)

// Listen answers calls until it is closed. Whoever calls it has the data folder to themselves: a socket that is there was
// left behind. answer returns the exit code; its context ends when the person doesn't want it any more.
func Listen(home string, answer func(context.Context, Call, Streams) int) (closing func(), err error) {
	path, folder := filepath.Join(home, socketName), ""
	if len(path) > longest {
		if folder, err = os.MkdirTemp("", "lectern-"); err != nil {
			return nil, err
		}
		path = filepath.Join(folder, socketName)
		err = os.WriteFile(filepath.Join(home, elsewhere), []byte(path), 0o600)
	} else {
		_ = os.Remove(path)
	}
	var listener net.Listener
	if err == nil {
		listener, err = net.Listen("unix", path)
	}
	if err == nil {
		err = os.Chmod(path, 0o600)
	}
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	var calls sync.WaitGroup
	calls.Go(func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			calls.Go(func() { serve(ctx, c, answer) })
		}
	})
	return func() {
		cancel()
		_ = listener.Close()
		calls.Wait()
		if folder != "" {
			_ = errors.Join(os.Remove(filepath.Join(home, elsewhere)), os.RemoveAll(folder))
		}
	}, nil
}

// line is one end of a connection.
type line struct {
	net.Conn
	in  *json.Decoder
	mu  sync.Mutex
	out *json.Encoder
}

func newLine(c net.Conn) *line {
	return &line{Conn: c, in: json.NewDecoder(c), out: json.NewEncoder(c)}
}

func (l *line) send(f frame) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.out.Encode(f)
}

// writer sends what is written into a field of a frame.
type writer func(p []byte) error

func (w writer) Write(p []byte) (int, error) {
	if err := w(p); err != nil {
		return 0, err
	}
	return len(p), nil
}

// input asks for what is typed, a piece at a time.
type input struct {
	l      *line
	pieces chan []byte // closed when there are no more
	rest   []byte
}

func (in *input) Read(p []byte) (int, error) {
	if len(in.rest) == 0 {
		if err := in.l.send(frame{Want: true}); err != nil {
			return 0, err
		}
		piece, more := <-in.pieces
		if !more {
			return 0, io.EOF
		}
		in.rest = piece
	}
	n := copy(p, in.rest)
	in.rest = in.rest[n:]
	return n, nil
}

func serve(ctx context.Context, c net.Conn, answer func(context.Context, Call, Streams) int) {
	l := newLine(c)
	defer l.Close()
	var first frame
	if err := l.in.Decode(&first); err != nil || first.Call == nil {
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	in := &input{l: l, pieces: make(chan []byte)}
	go func() {
		defer cancel() // whoever called is gone
		open := true
		for {
			var f frame
			if err := l.in.Decode(&f); err != nil || f.Stop {
				if open {
					close(in.pieces)
				}
				return
			}
			switch {
			case f.Over && open:
				open = false
				close(in.pieces)
			case len(f.In) > 0 && open:
				select {
				case in.pieces <- f.In:
				case <-ctx.Done():
				}
			}
		}
	}()
	code := answer(ctx, *first.Call, Streams{
		In:  in,
		Out: writer(func(p []byte) error { return l.send(frame{Out: p}) }),
		Err: writer(func(p []byte) error { return l.send(frame{Err: p}) }),
	})
	cancel()
	_ = l.send(frame{Code: &code})
}

// errLost: the program went before it had answered.
var errLost = messages.Error("cli.beside-lost")

// Hand hands a call over, if there is a program that takes it: handed is false if there is none.
func Hand(ctx context.Context, home string, call Call, s Streams) (code int, handed bool, err error) {
	path := filepath.Join(home, socketName)
	if len(path) > longest {
		at, err := os.ReadFile(filepath.Join(home, elsewhere))
		if err != nil {
			return 0, false, nil
		}
		path = string(at)
	}
	c, err := net.Dial("unix", path)
	if err != nil {
		return 0, false, nil
	}
	l := newLine(c)
	defer l.Close()
	if err := l.send(frame{Call: &call}); err != nil {
		return 0, false, nil
	}
	defer context.AfterFunc(ctx, func() { _ = l.send(frame{Stop: true}) })()
	for {
		var f frame
		if err := l.in.Decode(&f); err != nil {
			return 0, true, errLost
		}
		switch {
		case f.Code != nil:
			return *f.Code, true, nil
		case f.Want:
			go pass(l, s.In) // it may wait for a person
		case len(f.Out) > 0:
			_, err = s.Out.Write(f.Out)
		case len(f.Err) > 0:
			_, err = s.Err.Write(f.Err)
		}
		if err != nil { // nobody reads it any more
			return 0, true, err
		}
	}
}

// pass reads a piece of what is typed and hands it over.
func pass(l *line, in io.Reader) {
	const most = 64 << 10
	piece := make([]byte, most)
	n, err := in.Read(piece)
	if n > 0 {
		_ = l.send(frame{In: piece[:n]})
	}
	if err != nil {
		_ = l.send(frame{Over: true})
	}
}
