package facts

import (
	"slices"
	"strings"
)

// UnitName makes one word of the ways to write a unit.
func UnitName(u string) string {
	switch l := strings.ToLower(strings.TrimSpace(u)); {
	case slices.Contains([]string{"%", "percent", "per cent", "prozent", "パーセント"}, l):
		return "%"
	case slices.Contains([]string{"pp", "percentage points", "percentage point", "prozentpunkte"}, l):
		return "pp"
	case slices.Contains([]string{"x", "times"}, l):
		return "x"
	case slices.Contains([]string{"none", "number", "n/a", "-", "currency", "money", "amount"}, l), slices.Contains([]string{"thousand", "million", "billion"}, strings.TrimSuffix(l, "s")):
		return ""
	}
	return u
}
