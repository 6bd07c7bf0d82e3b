package sheet

import (
	"regexp"
	"strings"

	"lectern/backend/store"
)

// field is a cell as a spreadsheet takes it.
type field struct {
	text   string // as it is written
	number string // a decimal number; "" for what is text
	// percent: the number is one of hundred, and its units aren't those of the column
	percent  bool
	currency string // that stands beside the figure itself
}

var decimal = regexp.MustCompile(`^-?[0-9]+(\.[0-9]+)?$`)

// field of a cell. A figure is a number if its column's head says what it counts.
func (r Row) field(c store.Cell) field {
	f := field{text: line(c.Text)}
	if !decimal.MatchString(c.Value) {
		return f
	}
	own, head := c.Units, r.Part.UnitsOf(store.Cell{Column: c.Column})
	switch {
	case own.Percent:
		f.number, f.percent = c.Value, !head.Percent
	case own.Exponent != 0 && own.Exponent != head.Exponent, // "1.2 billion" in a table of millions
		own.Currency != "" && (head.Percent || head.Currency != "" && head.Currency != own.Currency),
		own.Currency != "" && head.Currency == "" && r.mixed(c.Column),
		own.Text != "" && own.Exponent == 0 && own.Currency == "" && own.Text != head.Text: // "30 kg"
	default:
		f.number, f.currency = c.Value, own.Currency
	}
	return f
}

// mixed says that the figures of a column aren't all in one currency.
func (r Row) mixed(column int) bool {
	found := ""
	for _, row := range r.Part.Rows {
		for _, c := range row.Cells {
			if c.Column != column || c.Units.Currency == "" {
				continue
			}
			if found != "" && found != c.Units.Currency {
				return true
			}
			found = c.Units.Currency
		}
	}
	return false
}

// plain is the field as text for a spreadsheet.
func (f field) plain() string {
	switch {
	case f.number == "":
		return Harmless(f.text)
	case f.percent:
		return f.number + "%"
	}
	return f.number
}

// Harmless is a text that no spreadsheet takes for a formula.
func Harmless(s string) string {
	s = line(s)
	if len(s) > 1 && strings.ContainsRune("=+-@", rune(s[0])) {
		return "'" + s
	}
	return s
}

// Figures says of each column whether most of what stands in it are figures.
func (t Table) Figures() []bool {
	balance := make([]int, len(t.Columns()))
	for _, r := range t.Rows() {
		for _, c := range r.Cells {
			switch {
			case c.Column < 0 || c.Column >= len(balance) || c.None:
			case c.Value != "":
				balance[c.Column]++
			default:
				balance[c.Column]--
			}
		}
	}
	out := make([]bool, len(balance))
	for i, n := range balance {
		out[i] = n > 0
	}
	return out
}

// head is a column's head with the units of its figures.
func (t Table) head(column int) string {
	head := line(t.Columns()[column].Head())
	units := t.Parts[0].UnitsOf(store.Cell{Column: column}).String()
	switch {
	case units == "" || strings.Contains(head, units) || !t.Figures()[column]:
		return head
	case head == "":
		return units
	}
	return head + " (" + units + ")"
}
