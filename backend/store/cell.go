package store

// Cell is what stands in a row under a head.
type Cell struct {
	Column     int      `json:"column"`               // its index
	Span       int      `json:"span,omitempty"`       // columns that it stands in, where it is more than one
	Text       string   `json:"text"`                 // as it is written, without marks of footnotes
	Value      string   `json:"value,omitempty"`      // the figure as a decimal number, -1577.0 for (1,577.0); "" if it is none
	Units      Units    `json:"units,omitzero"`       // that stand beside the figure itself
	None       bool     `json:"none,omitempty"`       // a sign that there is nothing: a dash, "n/a"
	Notes      []string `json:"notes,omitempty"`      // marks of footnotes
	Confidence float64  `json:"confidence,omitempty"` // where it isn't the table's
	Box        Box      `json:"box"`
}

// UnitsOf are the units of a cell: its own, else its column's, else the table's. A currency may be written beside the
// figure, and how many it counts above the table.
func (t Table) UnitsOf(c Cell) Units {
	out := c.Units
	if out.Percent {
		return out
	}
	for _, u := range []Units{t.column(c).Units, t.Units} {
		if out.Currency == "" && !u.Percent && (out.Exponent == 0 || u.Exponent == 0 || out.From == UnitsRow) && (out.Text == "" || out.Exponent > 0) {
			out.Currency = u.Currency
		}
		if out.Exponent > 0 || out.Text != "" || out.From == UnitsRow {
			continue
		}
		if u.Percent && out.Currency == "" {
			return u
		}
		out.Exponent, out.Text, out.From, out.Page, out.Box = u.Exponent, u.Text, u.From, u.Page, u.Box
		if u.Exponent == 0 && u.Currency != "" {
			out.Text = "" // only its currency: how many may stand elsewhere
		}
	}
	return out
}

func (t Table) column(c Cell) Column {
	if c.Column < 0 || c.Column >= len(t.Columns) {
		return Column{}
	}
	return t.Columns[c.Column]
}

// Sure tells whether the program stands by what it says of a cell.
func (t Table) Sure(c Cell) bool {
	if c.Confidence > 0 {
		return c.Confidence >= Sure
	}
	return t.Confidence >= Sure
}

// Sure is the confidence from which on the program says under which heads and in which row a figure stands. Below it,
// it only shows where.
const Sure = .5
