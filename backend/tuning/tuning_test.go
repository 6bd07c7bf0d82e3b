package tuning

import (
	"math"
	"strings"
	"testing"
)

type config struct {
	Keep  int     `json:"keep" default:"5" range:"1 50" title:"Passages kept" help:"The best."`
	Share float64 `json:"share" default:".5" range:"0 1" step:".1" help:"Of the room."`
	How   int     `json:"how" default:"0" options:"by words|by meaning" once:"yes" group:"Search" title:"How" help:"It is searched."`
	Limit int     `json:"-" default:"4"`
	Other string
}

func TestANumberIsSetWithinItsRange(t *testing.T) {
	c := Defaults[config]()
	if c != (config{Keep: 5, Share: .5, Limit: 4}) || Check(&c) != nil {
		t.Fatalf("%+v", c)
	}
	for key, v := range map[string]float64{"keep": 7, "share": .9, "how": 1} {
		if err := Set(&c, key, v); err != nil {
			t.Error(err)
		}
		if f, ok := Find(&c, key); !ok || f.Value() != v || f.Default == v {
			t.Errorf("%+v", f)
		}
	}
	for key, v := range map[string]float64{"keep": 51, "share": -1, "how": 2, "none": 1, "-": 9} {
		if Set(&c, key, v) == nil {
			t.Error(key, v, "was taken")
		}
	}
	if Set(&c, "keep", 1.5) == nil || Set(&c, "share", math.NaN()) == nil || c != (config{Keep: 7, Share: .9, How: 1, Limit: 4}) {
		t.Errorf("%+v", c)
	}
}

func TestWhatIsOutOfItsRangeIsNamedWithIt(t *testing.T) {
	for want, c := range map[string]config{
		"Passages kept must be between 1 and 50, not 51":                {Keep: 51},
		"share must be between 0 and 1, not 2":                          {Keep: 1, Share: 2},
		"How must be between 0 and 1 (0 by words, 1 by meaning), not 2": {Keep: 1, How: 2},
	} {
		if err := Check(&c); err == nil || err.Error() != want {
			t.Errorf("%v, not %s", err, want)
		}
	}
}

func TestFieldsAreWhatTheirTagsSay(t *testing.T) {
	c := Defaults[config]()
	var all []string
	for _, f := range Fields(&c) {
		all = append(all, f.Key+" "+f.Range())
		if f.Shown() == f.Title.Empty() || f.Once != (f.Key == "how") || f.Group.String() != map[string]string{"how": "Search"}[f.Key] {
			t.Errorf("%+v", f)
		}
	}
	if got := strings.Join(all, "; "); got != "keep 1 to 50; share 0 to 1; how 0 by words, 1 by meaning" {
		t.Error(got)
	}
}

func TestTagsThatMakeNoSenseAreAMistakeInTheProgram(t *testing.T) {
	for _, c := range []any{
		&struct {
			Keep int `json:"keep" default:"5" range:"1 50"`
		}{},
		&struct {
			Keep int `json:"keep" default:"0" range:"1 50" help:"It."`
		}{},
		&struct {
			Keep int `json:"keep" default:"1" range:"1 to 50" help:"It."`
		}{},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%+v was taken", c)
				}
			}()
			Fields(c)
		}()
	}
}
