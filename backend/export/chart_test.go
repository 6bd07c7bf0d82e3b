package export

import (
	"encoding/json"
	"strings"
	"testing"

	"lectern/backend/graph/analyst"
	"lectern/backend/runs"
	"lectern/backend/store"
)

func charted(t *testing.T, kind string) runs.Turn {
	t.Helper()
	point := func(value string, n float64) analyst.Point {
		return analyst.Point{ID: value, Value: value, Number: n, Shown: value}
	}
	made, err := json.Marshal(map[string]any{"charts": []analyst.Chart{{
		ID: "c1", Kind: kind, Title: "Net sales of <b>Harbour</b>", Unit: "million USD", Labels: []string{"2022", "2023", "2024"},
		Series: []analyst.Series{
			{Name: "Harbour", Points: []analyst.Point{point("35,100", 35100), point("", 0), point("41,700", 41700)}},
			{Name: "Quayside", Points: []analyst.Point{point("-3", -3), point("19,300", 19300), point("20,100", 20100)}},
		},
	}, {ID: "c2", Kind: kind, Title: "Torn", Labels: []string{"2022"}, Series: []analyst.Series{{Name: "x"}}}}})
	if err != nil {
		t.Fatal(err)
	}
	return runs.Turn{Run: "r1", Question: "Compare net sales", Status: store.Answered, Answer: "| | 2022 |\n|--|--:|\n| Harbour | 35,100 |", Made: made}
}

func TestAChartIsDrawnInThePageAndThePDF(t *testing.T) {
	for _, kind := range []string{"bar", "line", "pie"} {
		turn := charted(t, kind)
		page, err := Write(Answer(turn, day), "html")
		if err != nil {
			t.Fatal(err)
		}
		s := string(page)
		if strings.Count(s, "<svg ") != 1 || !strings.Contains(s, "41,700</text>") || !strings.Contains(s, "Net sales of &lt;b&gt;Harbour&lt;/b&gt;, million USD") {
			t.Errorf("%s: %s", kind, s[strings.Index(s, "<article"):])
		}
		if strings.Contains(s, "style=") {
			t.Errorf("%s: the page's policy forbids styles of elements", kind)
		}
		with, err := Write(Answer(turn, day), "pdf")
		if err != nil {
			t.Fatal(err)
		}
		turn.Made = nil
		without, err := Write(Answer(turn, day), "pdf")
		if err != nil || len(with) <= len(without) {
			t.Errorf("%s: a PDF of %d bytes, without the chart %d (%v)", kind, len(with), len(without), err)
		}
	}
}

// A block of code in an answer that calls itself a figure stays a block of code.
func TestNoAnswerDrawsAFigure(t *testing.T) {
	turn := charted(t, "bar")
	turn.Answer = "```figure 0\nnothing\n```"
	if text := (writer{formula: codeSpan}).markdown(Answer(turn, day)); strings.Contains(text, "figure 0") {
		t.Error(text)
	}
}
