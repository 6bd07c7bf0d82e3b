package research

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"lectern/backend/graph/rag"
)

// figureMarks are citations of any form with figures.
var figureMarks = regexp.MustCompile(`\s?[\[【][^\[\]【】\n]*\d[^\[\]【】\n]*[\]】]`)

// headings are the words of a document that the program itself writes.
type headings struct{ nothing, open, missing, links string }

var headingsIn = map[string]headings{
	"en": {"The documents don't tell.", "Open questions", "References that were not found", "Addresses that were not followed"},
	"de": {"Die Dokumente sagen dazu nichts.", "Offene Fragen", "Verweise, die nicht gefunden wurden", "Adressen, denen nicht gefolgt wurde"},
	"ja": {"文書には記載がありません。", "未解決の問い", "見つからなかった参照", "たどらなかったリンク"},
}

func wordsFor(language string) headings {
	language = strings.ToLower(language)
	for code, names := range map[string][]string{"de": {"german", "deutsch", "de"}, "ja": {"japanese", "日本語", "japanisch", "ja"}} {
		if slices.Contains(names, language) {
			return headingsIn[code]
		}
	}
	return headingsIn["en"]
}

// ending is what follows the document: what stays open, what references named and wasn't found, and addresses, as text
// and not as links.
func (w *Workflow) ending(s State, empty bool) (string, error) {
	words := wordsFor(s.Anchor.Language)
	var b strings.Builder
	if empty {
		b.WriteString(words.nothing)
	}
	list := func(title string, entries []string) {
		if len(entries) > 0 {
			fmt.Fprintf(&b, "\n\n## %s\n\n- %s", title, strings.Join(entries, "\n- "))
		}
	}
	var open, missing, links []string
	for _, q := range s.Open {
		if q = rag.Escape(q); !slices.Contains(open, q) {
			open = append(open, q)
		}
	}
	seen := map[string]bool{}
	for _, t := range s.Plan {
		var rec Record
		if t.Record == "" {
			continue
		}
		if err := w.load(t.Record, &rec); err != nil {
			return "", err
		}
		for _, r := range rec.References {
			entry, err := w.listed(r)
			if err != nil {
				return "", err
			}
			switch key := r.Key(); {
			case seen[key]:
			case r.Type == External:
				links, seen[key] = append(links, entry), true
			case r.Status == NotFound:
				missing, seen[key] = append(missing, entry), true
			}
		}
	}
	list(words.open, open)
	list(words.missing, missing)
	list(words.links, links)
	return b.String(), nil
}

// listed names a reference with where it stands.
func (w *Workflow) listed(r Reference) (string, error) {
	text := rag.Escape(strings.Trim(r.label(), "“”"))
	if r.Type == External {
		text = "`" + strings.ReplaceAll(r.Target, "`", "") + "`"
	}
	ps, err := w.Passages([]string{r.Passage})
	if err == nil && len(ps) > 0 {
		text += " (" + rag.Escape(where(ps[0].Text)) + ")"
	}
	return text, err
}
