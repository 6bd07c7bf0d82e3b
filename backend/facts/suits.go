package facts

import (
	"regexp"
	"slices"
	"strings"

	"lectern/backend/cells"
	"lectern/backend/decimal"
	"lectern/backend/text"
)

// suits tells how well a figure's unit is what the question wants.
func (s *search) suits(m *match) float64 {
	const hardly = .3
	if s.told.exponent > 0 && !m.unit.Sure && m.power() == 0 {
		return hardly
	}
	moneySaid := s.told.money || s.told.exponent >= 0
	name := m.unit.Name
	switch {
	case (s.told.percent || s.told.share) && text.IsMoney(name), s.told.share && m.row.tellsShares():
		return hardly
	case s.told.perShare && !m.row.perShare() && m.unit.Name != text.Percent && m.value.Exponent() >= 0:
		return hardly // a whole number: of the shares themselves
	case !s.told.percent && (s.told.money || s.told.exponent > 0) && name == text.Percent:
		return hardly
	case s.told.counted && (text.IsMoney(name) && !moneySaid && (m.table.signed || s.counted&^m.near != 0) || name == text.Percent && m.tellsPercent() || m.headed(percentHead)):
		return hardly
	case text.IsMoney(name) && s.rates&^m.near != 0:
		return hardly
	case s.told.percent && name != text.Percent && !m.tellsPercent():
		return hardly
	case s.told.things && text.IsMoney(name):
		return hardly
	case !s.told.percent && !s.told.share && m.table.columns[m.column].Shares:
		return hardly
	case !s.told.perShare && m.item == nil && text.IsMoney(name) && len(m.unit.Powers) > 1 && m.unit.Powers[0] == 0: // likely for one share
		return hardly
	case s.amount && name == text.Percent:
		return hardly
	case s.told.counted && m.item != nil && m.item.kind == kindPerShare:
		return hardly
	case !s.told.percent && name == text.Percent && m.item != nil:
		return hardly
	}
	return 1
}

// tellsPercent tells whether a figure may be in percent where no sign says so: by what stands beside or over it, or else by
// its places.
func (m *match) tellsPercent() bool {
	const most = 100
	if inPercent.MatchString(m.row.written + " " + strings.Join(m.table.columns[m.column].heads, " ")) {
		return true
	}
	whole := m.value.Exponent() >= 0 || m.value.Abs().Cmp(decimal.New(most, 0)) > 0
	return !whole && !text.IsMoney(m.unit.Name)
}

// headed tells whether a figure's column says something.
func (m *match) headed(pattern *regexp.Regexp) bool {
	return pattern.MatchString(strings.Join(m.table.columns[m.column].heads, " "))
}

var percentHead = regexp.MustCompile(`(?i)%|\bper ?cent`)

// tells tells whether what stands beside or over a figure, or above its table, says something.
func (m *match) tells(pattern *regexp.Regexp) bool {
	return pattern.MatchString(m.row.written + " " + strings.Join(m.table.columns[m.column].heads, " ") + " " + m.table.part.Caption)
}

var inPercent = regexp.MustCompile(`(?i)%|\bper ?cent|\b(?:rates?|ratio|margin|share|proportion|yield|accuracy|weighting)\b`)

// perShare tells whether a row is of amounts a share.
func (r *row) perShare() bool {
	return cells.PerShare(r.written) || cells.PerShare(strings.Join(slices.Concat(r.above, r.beside), " "))
}

// tellsShares tells whether a row speaks of the shares of a company, which are no share of something.
func (r *row) tellsShares() bool { return strings.Contains(strings.ToLower(r.written), "per share") }

// worth is what a table's figures are worth beside equal ones: those of the statements come first.
func (t *table) worth(i *item) float64 {
	const other, later, odd, note = .8, .85, .85, .92
	worth := 1.0
	if t.doubtful {
		worth = odd
	}
	if i == nil {
		if !t.isStatement() {
			worth *= note
		}
		return worth
	}
	rank := t.rank[i.statement]
	if rank == 0 {
		return worth * other
	}
	if rank > 1 {
		worth *= later
	}
	return worth
}
