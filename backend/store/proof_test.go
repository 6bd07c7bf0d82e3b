package store

import (
	"encoding/json"
	"os"
	"testing"
)

func TestAnAuditThatWasKeptWithThreeVerdictsReadsAsOneWithSix(t *testing.T) {
	raw, err := os.ReadFile("testdata/audit-three-verdicts.json")
	if err != nil {
		t.Fatal(err)
	}
	var r Run
	if err := json.Unmarshal([]byte(`{"audit":`+string(raw)+`}`), &r); err != nil {
		t.Fatal(err)
	}
	a := *r.Audit
	if a.Claims() != 5 || a.Verified != 1 || a.Partly != 1 || a.NotFound != 1 || a.Contradicted != 2 || a.Doubtful+a.NotChecked != 0 {
		t.Errorf("%+v", a)
	}
	for i, want := range []struct {
		verdict string
		support float64
	}{{Verified, 1}, {Contradicted, 0}, {Contradicted, .025}, {Partly, 1}, {NotFound, 0}} {
		if c := a.Sentences[i]; c.Verdict != want.verdict || c.Support != want.support || c.Places == nil {
			t.Errorf("%+v, not %+v", c, want)
		}
	}
	for i, want := range []string{Verified, Contradicted, Contradicted, NotFound} {
		if a.Marks[i].Verdict != want {
			t.Errorf("%+v, not %s", a.Marks[i], want)
		}
	}
	again, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var e Event
	if err := json.Unmarshal(again, &e); err != nil || e.Audit.Contradicted != 2 || e.Audit.Sentences[2].Support != .025 {
		t.Errorf("%v %+v", err, e.Audit)
	}
}
