package ingest

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"

	"lectern/backend/ingest/pdftest"
)

func TestAProtectedFileIsUnlockedWithItsPassword(t *testing.T) {
	r := reader()
	path := save(t, "Payslip.pdf", pdftest.File{Pages: []pdftest.Page{{"The salary is 4,200 euros."}, {"second"}}, Password: "sésame"}.Bytes())
	var copies [2]bytes.Buffer
	for i := range copies {
		if err := r.Unlock(t.Context(), path, "sésame", &copies[i]); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(copies[0].Bytes(), copies[1].Bytes()) {
		t.Error("two copies of one file differ, so that it isn't known again")
	}
	if strings.Contains(copies[0].String(), "/Encrypt") {
		t.Error("the copy is protected itself")
	}
	open := save(t, "Payslip.pdf", copies[0].Bytes())
	c, err := r.Read(t.Context(), open, nil)
	if err != nil || len(c.Pages) != 2 || !strings.Contains(c.Pages[0].Text, "The salary is 4,200 euros.") {
		t.Errorf("%+v, %v", c, err)
	}
	if letters, err := r.Letters(t.Context(), open); err != nil || !strings.Contains(letters[1], "4,200") {
		t.Errorf("the second reader finds %q, %v", letters[1], err)
	}
}

func TestFilesWithAESAreUnlocked(t *testing.T) {
	for _, bits := range []int{128, 256} {
		r := reader()
		path := save(t, "Payslip.pdf", pdftest.File{Pages: []pdftest.Page{{"The salary is 4,200 euros."}}, Password: "sesame", AES: bits}.Bytes())
		var told *Error
		if err := r.Unlock(t.Context(), path, "wrong", &bytes.Buffer{}); !errors.As(err, &told) || told.Kind != Protected {
			t.Errorf("%d bits, a wrong password: %v", bits, err)
		}
		var out bytes.Buffer
		if err := r.Unlock(t.Context(), path, "sesame", &out); err != nil {
			t.Errorf("%d bits: %v", bits, err)
			continue
		}
		c, err := r.Read(t.Context(), save(t, "Payslip.pdf", out.Bytes()), nil)
		if err != nil || len(c.Pages) != 1 || !strings.Contains(c.Pages[0].Text, "4,200 euros") {
			t.Errorf("%d bits: %+v, %v", bits, c, err)
		}
	}
}

func TestAWrongPasswordIsToldAndGivesNothing(t *testing.T) {
	path := save(t, "Payslip.pdf", pdftest.File{Pages: []pdftest.Page{{"secret"}}, Password: "sesame"}.Bytes())
	for _, password := range []string{"", "Sesame", "sesame2", strings.Repeat("x", passwordLimit+1)} {
		var out bytes.Buffer
		err := reader().Unlock(t.Context(), path, password, &out)
		var told *Error
		if !errors.As(err, &told) || told.Kind != Protected || told.Reason != "That password doesn’t open Payslip.pdf." || out.Len() > 0 {
			t.Errorf("%.10q: %v, %d bytes", password, err, out.Len())
		}
	}
}

func TestAPasswordIsNotAmongWhatTheWorkerIsStartedWith(t *testing.T) {
	for _, arg := range (order{unlock: true}).args() {
		if strings.Contains(arg, "password") {
			t.Error(arg)
		}
	}
}

func TestWhatCantBeUnlockedSaysWhy(t *testing.T) {
	var told *Error
	if err := reader().Unlock(t.Context(), save(t, "a.pdf", []byte("%PDF-1.7 nothing")), "x", &bytes.Buffer{}); !errors.As(err, &told) || told.Kind != Damaged {
		t.Errorf("damaged: %v", err)
	}
	full := errors.New("no room")
	path := save(t, "a.pdf", pdftest.File{Pages: []pdftest.Page{{"secret"}}, Password: "p"}.Bytes())
	if err := reader().Unlock(t.Context(), path, "p", refusing{full}); !errors.Is(err, full) {
		t.Errorf("full: %v", err)
	}
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
}

type refusing struct{ err error }

func (r refusing) Write([]byte) (int, error) { return 0, r.err }
