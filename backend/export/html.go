package export

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html"
	"html/template"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"

	formulas "lectern/backend/formula"
	"lectern/backend/graph/rag"
	"lectern/backend/messages"
	"lectern/backend/runs"
	"lectern/backend/store"
)

var (
	//go:embed page.html.tmpl
	pageText string
	//go:embed page.css
	style string

	whole = template.Must(template.New("export").Parse(pageText))
)

// page is what the template is filled with.
type page struct {
	Title, Made string
	Language    string // ISO 639-1
	Policy      string
	Style       template.CSS
	Single      bool
	Turns       []htmlEntry
}

type htmlEntry struct {
	entry
	At   int // from 1
	Body template.HTML
}

// Drawings are the charts.
func (e htmlEntry) Drawings() (out []template.HTML) {
	for _, f := range e.Charts {
		out = append(out, svg(f))
	}
	return out
}

// policy lets a browser load nothing and run nothing; of styles it takes this one.
func policy() string {
	sum := sha256.Sum256([]byte(style))
	return "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; base-uri 'none'; form-action 'none'"
}

// writeHTML writes a document as a page that stands by itself.
func writeHTML(d Document) ([]byte, error) {
	p := page{Title: d.Title, Made: madeLine(d), Language: d.say().Language(), Policy: policy(), Style: template.CSS(style), Single: d.single()}
	for i, t := range d.Turns {
		e := entryOf(t)
		t.Answer = e.Answer // or what stands for it
		body, err := body(t, i+1)
		if err != nil {
			return nil, err
		}
		p.Turns = append(p.Turns, htmlEntry{e, i + 1, body})
	}
	var b bytes.Buffer
	err := whole.ExecuteTemplate(&b, "page", p)
	return b.Bytes(), err
}

// body is the HTML of an answer. What was cleaned holds no HTML and no links, and the renderer writes none of what stands
// in the text.
func body(t runs.Turn, at int) (template.HTML, error) {
	const below = 3 // the title, the question, the sources
	chips := &chips{at: at, turn: t, say: speaks(t)}
	markup := goldmark.New(
		goldmark.WithParser(reader()),
		goldmark.WithExtensions(aligned{}),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(chips, 100))),
	)
	var b bytes.Buffer
	err := markup.Convert([]byte(clean(t.Answer, below, func(tex string) string { return codeSpan(opens + tex) })), &b)
	return template.HTML(b.String()), err //nolint:gosec // see above
}

// aligned renders tables without styles, which the policy forbids, and what is struck out.
type aligned struct{}

// Extend implements goldmark.Extender.
func (aligned) Extend(m goldmark.Markdown) {
	m.Renderer().AddOptions(renderer.WithNodeRenderers(
		util.Prioritized(extension.NewTableHTMLRenderer(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute)), 500),
		util.Prioritized(extension.NewStrikethroughHTMLRenderer(), 500),
	))
}

// chip is the mark of a citation in the text.
type chip struct {
	source
	At int
}

// chips renders citations as links to what they cite, each with the verdict on its sentence.
type chips struct {
	at   int
	turn runs.Turn
	say  messages.Messages
	used map[int]bool // marks
}

// RegisterFuncs implements renderer.NodeRenderer.
func (c *chips) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(kindCitation, c.render)
	r.Register(ast.KindCodeSpan, code)
}

// code renders code, and formulas, which are marked, as a browser draws them.
func code(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		b.Write(c.(*ast.Text).Segment.Value(source))
	}
	text, isFormula := strings.CutPrefix(b.String(), opens)
	alone := n.NextSibling() == nil && n.PreviousSibling() == nil && n.Parent().Kind() == ast.KindParagraph
	drawn := ""
	if isFormula {
		drawn = formulas.MathML(text, alone)
	}
	if drawn == "" {
		drawn = "<code>" + html.EscapeString(text) + "</code>"
	}
	_, err := w.WriteString(drawn)
	return ast.WalkSkipChildren, err
}

func (c *chips) render(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	number := n.(*citation).n
	if !c.cited(number) {
		fmt.Fprintf(w, "[%d]", number)
		return ast.WalkContinue, nil
	}
	shown := chip{At: c.at, source: source{N: number}}
	if mark := c.next(number); mark != nil {
		shown.Verdict, shown.Said = mark.Verdict, rag.VerdictWords(c.say, mark.Verdict, mark.Reason)
	}
	return ast.WalkContinue, whole.ExecuteTemplate(w, "chip", shown)
}

var classes = map[string]string{
	store.Verified: "verified", store.Partly: "partly", store.InDoubt: "doubtful", store.Contradicted: "contradicted", store.NotFound: "not-found",
	store.NotChecked: "not-checked",
}

// Class is the verdict as a class of the page.
func (s source) Class() string { return classes[s.Verdict] }

func (c *chips) cited(n int) bool {
	for _, o := range c.turn.Citations {
		if o.N == n {
			return true
		}
	}
	return false
}

// next is the verdict on the next mark of a number; they come in the order of the text.
func (c *chips) next(n int) *store.MarkVerdict {
	if c.turn.Audit == nil {
		return nil
	}
	if c.used == nil {
		c.used = map[int]bool{}
	}
	for i := range c.turn.Audit.Marks {
		if m := &c.turn.Audit.Marks[i]; m.N == n && !c.used[i] {
			c.used[i] = true
			return m
		}
	}
	return nil
}
