package facts

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// leastStatement is from which power on a table is one of the statements.
const leastStatement = 4

// anchors are the items that tell a statement, with how much.
var anchors = map[string]map[string]float64{
	balanceSheet:    {"total_assets": 2, "current_assets": 1, "current_liabilities": 1, "total_liabilities": 1, "total_equity": 1, "retained": 1, "goodwill": .5, "cash": .5},
	incomeStatement: {"revenue": 1.5, "cogs": 1, "operating_income": 1, "pretax": 1.5, "tax": .5, "net_income": 1.5, "eps_diluted": 1, "eps_basic": .5},
	cashFlows:       {"cfo": 1.5, "cfi": 1.5, "cff": 1.5, "da": 1, "depreciation": 1, "capex": 1},
}

var (
	statementCaptions = map[string]*regexp.Regexp{
		balanceSheet:    regexp.MustCompile(`(?i)balance sheet|financial (?:position|condition)`),
		incomeStatement: regexp.MustCompile(`(?i)statements? of (?:consolidated )?(?:net )?(?:income|operations|earnings)|income statement|profit (?:and|or|&) loss`),
		cashFlows:       regexp.MustCompile(`(?i)cash flows?`),
	}
	otherwise = regexp.MustCompile(`(?i)\bparent\b|guarantor|segment|condensed consolidating|pro.?forma|selected|summar|schedule i\b|discontinued|supplement|reconcil|quarterly|non-gaap|as reported|previously|as adjusted|impact of|effect of|unaudited pro`)
	changed   = regexp.MustCompile(`(?i)%|percent|change|variance|increase|decrease|adjustment|% of`)
)

// rowsOf is how many rows with figures a statement has at least.
var rowsOf = map[string]int{balanceSheet: 15, incomeStatement: 8, cashFlows: 12}

// judge tells how much a table looks like each statement.
func (t *table) judge() {
	t.power, t.rank = map[string]float64{}, map[string]int{}
	found := map[string]bool{}
	filled := 0
	for _, r := range t.rows {
		for i := range r.items {
			found[i.id] = true
		}
		if len(t.part.Rows[r.at].Cells) > 0 {
			filled++
		}
	}
	years, odd := 0, false
	heads := ""
	for _, c := range t.columns {
		head := strings.Join(c.heads, " ")
		heads += head + " "
		odd = odd || c.Period.Change || changed.MatchString(head)
		if len(c.Period.Years) > 0 && !c.Period.Change {
			years++
		}
	}
	t.doubtful = otherwise.MatchString(t.part.Caption + " " + heads)
	for statement, list := range anchors {
		power := 0.0
		for id, n := range list {
			if found[id] {
				power += n
			}
		}
		if statementCaptions[statement].MatchString(t.part.Caption) {
			power += 3
		}
		if strings.Contains(strings.ToLower(t.part.Caption), "consolidated") {
			power++
		}
		if filled < rowsOf[statement] {
			power -= 2
		}
		if years < 2 {
			power -= 3
		}
		if odd {
			power -= 1.5
		}
		if t.doubtful {
			power -= 3
		}
		if len(t.columns) > 5 {
			power -= 2
		}
		t.power[statement] = power
	}
}

// rankStatements orders the tables that may be a statement, the likeliest first.
func (d *Document) rankStatements() {
	for statement := range anchors {
		var all []*table
		for _, t := range d.tables {
			if t.power[statement] >= leastStatement {
				all = append(all, t)
			}
		}
		slices.SortStableFunc(all, func(a, b *table) int { return cmp.Compare(b.power[statement], a.power[statement]) })
		for i, t := range all {
			t.rank[statement] = i + 1
		}
	}
}

// tellingItems are the lines by which two statements of a kind are told to be of different companies.
var tellingItems = map[string]string{balanceSheet: "total_assets", incomeStatement: "revenue", cashFlows: "cfo"}

// dropOthers takes statements out that are of another company than the first of their kind, such as of the parent alone: at no
// time do their telling lines say the same.
func (d *Document) dropOthers() {
	for statement, id := range tellingItems {
		first := d.statement(statement)
		if first == nil {
			continue
		}
		i := listed().items[id]
		for _, t := range d.tables {
			same, other := sameLines(first, t, i)
			if t == first || !other || same {
				continue
			}
			t.partial = true
			if t.rank[statement] > 0 {
				t.rank[statement], t.doubtful, t.foreign = 0, true, true
			}
		}
	}
}

// sameLines tells whether two tables say the same of an item at some time, and whether they say something else at some.
func sameLines(a, b *table, i *item) (same, other bool) {
	for _, x := range a.rows {
		for _, y := range b.rows {
			if x.items[i] == 0 || y.items[i] == 0 {
				continue
			}
			for _, f := range x.cells {
				for _, g := range y.cells {
					if f.period.String() == g.period.String() {
						equal := f.base().Cmp(g.base()) == 0
						same, other = same || equal, other || !equal
					}
				}
			}
		}
	}
	return same, other
}

// statement is the table that is most likely one; nil if there is none.
func (d *Document) statement(name string) *table {
	for _, t := range d.tables {
		if t.rank[name] == 1 {
			return t
		}
	}
	return nil
}
