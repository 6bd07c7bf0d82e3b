package web

import (
	"strings"
	"testing"
)

func TestAPageBecomesItsWords(t *testing.T) {
	title, text := Text([]byte(`<!doctype html><html><head><title> The
rent </title><style>p{color:red}</style></head><body><nav>Home</nav><h1>Rents</h1><script>alert("no")</script><p>It is <b>900</b> euros.
Each month.</p><ul><li>cold<li>warm</ul><table><tr><th>Year<th>Rent</tr><tr><td>2020</td><td>900&nbsp;€</td></tr></table><noscript>no</noscript>
<svg><title>no
</title></svg>after</body>`))
	if title != "The rent" {
		t.Errorf("%q", title)
	}
	for _, want := range []string{"# Rents", "It is 900 euros. Each month.", "- cold", "- warm", "900", "after"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	if strings.Contains(text, "alert") || strings.Contains(text, "no\n") || strings.Contains(text, "Home") || strings.Contains(text, "color") {
		t.Errorf("%s", text)
	}
	if !strings.Contains(text, "| Year | Rent\n| 2020 | 900 €") {
		t.Errorf("no row in\n%s", text)
	}
}

func TestHostilePagesEndSoon(t *testing.T) {
	for name, page := range map[string]string{
		"deep":      strings.Repeat("<div>", 200_000) + "x",
		"long":      strings.Repeat("word ", 2_000_000),
		"attribute": "<a b=\"" + strings.Repeat("x", 3<<20),
		"unclosed":  "<script>" + strings.Repeat("x", 100_000),
		"cells":     strings.Repeat("<td>", 300_000),
		"rubbish":   strings.Repeat("<\x00!--&#x;", 50_000),
	} {
		if _, text := Text([]byte(page)); len(text) > mostText+100 {
			t.Errorf("%s: %d bytes", name, len(text))
		}
	}
}
