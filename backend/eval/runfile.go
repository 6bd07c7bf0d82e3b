package eval

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"lectern/backend/messages"
)

// Answer is a line of a run file: what was found for one question, best first. Programs that score rankings read qid and
// ranked.
type Answer struct {
	QID          string   `json:"qid"`
	Ranked       []Ranked `json:"ranked"`
	Question     string   `json:"question"`
	Milliseconds float64  `json:"milliseconds"` // of the search; 0 if nothing could be searched
	Settings     string   `json:"settings"`     // fingerprint of what it was found with

	Reranking *Reranking `json:"reranking,omitempty"` // if what was found was ordered anew
}

// Reranking is what ordering anew cost for one question.
type Reranking struct {
	Milliseconds float64 `json:"milliseconds"` // beyond reading the passages; those of the search hold both
	Calls        int     `json:"calls"`        // of a model
	Stayed       string  `json:"stayed"`       // why the order stayed as it was; "" if it was made anew
}

// Fingerprint stands for everything that an answer depends on: two runs with the same one find the same.
func Fingerprint(of any) (string, error) {
	raw, err := json.Marshal(of)
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:8]), err
}

// ErrOtherRun is a run file that was made with something else.
var ErrOtherRun = messages.Error("eval.other-settings")

// RunFile holds the answers of a trial. They are written one by one, so that what was found stays when a trial is
// stopped. A nil RunFile holds none.
type RunFile struct {
	file     *os.File
	settings string
	answers  map[string]Answer // by question id
}

// OpenRun opens a run file, making it if need be. What it holds must have been found with the same settings; else the
// error is ErrOtherRun.
func OpenRun(path, settings string) (*RunFile, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	var wrong *fs.PathError
	if errors.As(err, &wrong) {
		return nil, messages.Error("eval.cannot-be-written-to", messages.Args{"path": path, "error": wrong.Err})
	} else if err != nil {
		return nil, err
	}
	r := &RunFile{f, settings, map[string]Answer{}}
	if err := r.load(); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), f.Close())
	}
	return r, nil
}

// load reads what the file holds. A last line that was cut off is taken away.
func (r *RunFile) load() error {
	raw, err := io.ReadAll(r.file)
	if err != nil {
		return err
	}
	whole := raw[:bytes.LastIndexByte(raw, '\n')+1]
	lines := bufio.NewScanner(bytes.NewReader(whole))
	lines.Buffer(nil, len(whole)+1)
	for lines.Scan() {
		var a Answer
		if json.Unmarshal(lines.Bytes(), &a) != nil || a.Settings != r.settings {
			return ErrOtherRun
		}
		r.answers[a.QID] = a
	}
	if len(whole) == 0 && len(raw) > 0 && !bytes.HasPrefix(raw, []byte(`{"qid":`)) {
		return ErrOtherRun // somebody's file without a line
	}
	if err := r.file.Truncate(int64(len(whole))); err != nil {
		return err
	}
	_, err = r.file.Seek(0, io.SeekEnd)
	return err
}

// Left is how many of the questions it has no answer to.
func (r *RunFile) Left(questions []Question) (n int) {
	for _, q := range questions {
		if _, there := r.find(q); !there {
			n++
		}
	}
	return n
}

func (r *RunFile) find(q Question) (Answer, bool) {
	if r == nil {
		return Answer{}, false
	}
	a, there := r.answers[q.QID]
	return a, there && a.Question == q.Text
}

func (r *RunFile) put(a Answer) error {
	if r == nil {
		return nil
	}
	a.Settings = r.settings
	raw, err := json.Marshal(a)
	if err == nil {
		_, err = r.file.Write(append(raw, '\n'))
	}
	if err != nil {
		return messages.Error("eval.cannot-be-written", messages.Args{"error": err})
	}
	r.answers[a.QID] = a
	return nil
}

// Close closes the file.
func (r *RunFile) Close() error {
	if r == nil {
		return nil
	}
	return r.file.Close()
}
