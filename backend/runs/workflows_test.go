package runs

import (
	"math"
	"testing"

	"lectern/backend/models"
)

// A number that doesn't lie on one of its steps is refused by the form in Settings, whatever the person changed.
func TestEveryNumberLiesOnOneOfItsSteps(t *testing.T) {
	groups, err := Configs(models.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range groups {
		seen := map[string]bool{}
		for i, f := range g.Fields {
			steps := (f.Value() - f.Min) / f.Step
			switch {
			case seen[f.Key] || f.Key == "" || f.Title == "":
				t.Errorf("%s: the field %q is there twice, or has no name", g.Key, f.Key)
			case f.Value() < f.Min || f.Value() > f.Max:
				t.Errorf("%s: %s is %v, not between %v and %v", g.Key, f.Key, f.Value(), f.Min, f.Max)
			case math.Abs(steps-math.Round(steps)) > 1e-9:
				t.Errorf("%s: %s is %v, which no steps of %v from %v lead to", g.Key, f.Key, f.Value(), f.Step, f.Min)
			case f.Value() != g.Defaults[i].Value():
				t.Errorf("%s: %s is %v without being changed", g.Key, f.Key, f.Value())
			}
			seen[f.Key] = true
		}
	}
}
