package research

import (
	"slices"
	"testing"

	"lectern/backend/graph/rag/ragtest"
)

func TestWhateverAModelSaysEveryRunEndsWell(t *testing.T) {
	t.Parallel()
	runs := 6
	if testing.Short() {
		runs = 3
	}
	ragtest.Random(t, runs, func(t testing.TB, seed int) ragtest.Trial {
		c := ragtest.NewChance(seed, "It says 900 [8][2]. `[1]` ［1］ [x](http://y.z)", scores(700), scores(50, "short"), "Find the rent")
		d := newDesk(t)
		d.Add("Lease", `The rent is 900 euros, see section 4 and § 1 BDSG. It is due monthly, see document "Deposit Rules". More at https://example.org.`)
		d.Add("BDSG", "§ 1 Clause of the rent. It says something.", "§ 2 Another clause, see § 1.")
		d.Add("Deposit Rules", "The deposit is three rents, gemäß § 2 BDSG.")
		d.Config.AskBack = seed % 2
		d.Config.MostTasks, d.Config.FirstTasks, d.Config.References = 4, 3, 8
		if seed%3 == 0 {
			d.narrow(1200)
		}
		d.Server.Always(c.Reply)
		d.reply = c.Person
		return ragtest.Trial{
			Journey: d.journey("What is the rent, and § 1?"), Most: 20,
			Way: func(e ragtest.End) string {
				d.valid(e)
				return "well"
			},
		}
	})
}

// valid checks what must hold of every run that has ended.
func (d *desk) valid(h ragtest.End) {
	d.T.Helper()
	var s State
	h.Decode(d.T, &s)
	if err := ragtest.PlainData(s, 20_000, "It says something"); err != nil {
		d.T.Error(err)
	}
	if len(s.Plan) == 0 || len(s.Plan) > d.Config.MostTasks || s.Draft.Number > d.Config.Retries+1 || s.Anchor.Question != s.Question || s.Question != "What is the rent, and § 1?" {
		d.T.Errorf("%+v", s)
	}
	ids := s.Draft.passages()
	for _, t := range s.Plan {
		var rec Record
		if !t.Done || t.ID == "" || t.Text == "" {
			d.T.Errorf("%+v", t)
		}
		if err := d.load(t.Record, &rec); err != nil || rec.Rounds > d.Config.Iterations || len(rec.References) > d.Config.References {
			d.T.Errorf("%v %+v", err, rec)
		}
		for _, k := range rec.Kept {
			var e Extract
			if err := d.load(k.Extract, &e); err != nil || e.Passage != k.Passage || len(e.Lines) == 0 || k.Depth > d.Config.Depth {
				d.T.Errorf("%v %+v", err, k)
			}
		}
		for _, ref := range rec.References {
			if !slices.Contains([]string{Followed, NotFollowed, NotFound}, ref.Status) || ref.Reason == "" {
				d.T.Errorf("%+v", ref)
			}
			ids = append(ids, ref.Led...)
		}
		ids = append(ids, t.Passages...)
	}
	for _, id := range ids {
		if err := d.Resolves(id); err != nil {
			d.T.Error(err)
		}
	}
	if err := d.Cites(s.Answer); err != nil {
		d.T.Error(err)
	}
	if s.Cost.Calls > d.Calls() || d.Calls() > 20 && s.Cost.Calls < d.Calls()/2 {
		d.T.Errorf("%d calls are told of %d", s.Cost.Calls, d.Calls())
	}
	if s.Answer.Text == "" || h.Text == "" {
		d.T.Errorf("%q", s.Answer.Text)
	}
	task := d.Config.TaskQueries * d.Config.TaskPassages
	most := 2 * 2 * (3*d.Config.Rounds + 2 + d.Config.MostTasks*(1+d.Config.Iterations*(1+2*task)+d.Config.References*(1+2*d.Config.ScopedPassages)) + 2*(d.Config.MostTasks+1) + 1)
	if d.Calls() > most {
		d.T.Errorf("%d calls, at most %d are possible", d.Calls(), most)
	}
}
