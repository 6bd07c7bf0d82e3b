package facts

import (
	"slices"

	"lectern/backend/store"
	"lectern/backend/text"
)

// Metric is a figure of a company at a time, read by reference from cells of tables or from a sentence; or why there is none.
type Metric struct {
	ID      string        `json:"id"`    // m1, m2, …
	Label   string        `json:"label"` // what it measures
	Company string        `json:"company"`
	Period  string        `json:"period"`
	Figure  *store.Figure `json:"figure"` // null: a gap
	Gap     string        `json:"gap"`    // why there is no figure
	Flags   []string      `json:"flags"`  // why it can't be relied on; empty: it stands there as it says
}

// Flag adds a reason why a metric can't be relied on.
func (m *Metric) Flag(why string) {
	if !slices.Contains(m.Flags, why) {
		m.Flags = append(m.Flags, why)
	}
}

// Holds tells whether there is a figure, and it can be relied on.
func (m Metric) Holds() bool { return m.Figure != nil && len(m.Flags) == 0 }

// InSentence is a figure that a sentence of a passage tells.
func InSentence(p store.Text, sentence int, f text.Figure) *store.Figure {
	value := f.Value
	if f.Negative || f.Bracketed {
		value = "-" + value
	}
	unit := f.Unit
	cell := store.Operand{
		Document: p.Ref.Document, Doc: p.Name, Page: p.Page, Table: store.NoTable, Text: f.Text, Value: value, Unit: unit, Scale: f.Power,
		Parents: []string{}, Passage: p.Ref.String(), Sentence: sentence,
	}
	return &store.Figure{
		Asked: shifted(value, -f.Power), Value: value, Unit: unit, Scale: f.Power, Confidence: 1, Cells: []store.Operand{cell}, Variants: []string{},
	}
}

// OfCell is a figure that is a cell by itself.
func OfCell(c store.Operand) *store.Figure {
	return &store.Figure{
		Asked: shifted(c.Value, -c.Scale), Value: c.Value, Unit: c.Unit, Scale: c.Scale, Label: c.Row, Period: c.Period, Confidence: 1,
		Cells: []store.Operand{c}, Variants: []string{},
	}
}
