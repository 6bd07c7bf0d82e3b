package export

import (
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extended "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// reader reads the Markdown of answers. It knows no definitions of links: a number in brackets is a citation.
func reader() parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(parser.DefaultBlockParsers()...),
		parser.WithInlineParsers(append(parser.DefaultInlineParsers(),
			util.Prioritized(citations{}, 150), // before links
			util.Prioritized(extension.NewStrikethroughParser(), 500))...),
		parser.WithParagraphTransformers(util.Prioritized(extension.NewTableParagraphTransformer(), 200)),
		parser.WithASTTransformers(util.Prioritized(extension.NewTableASTTransformer(), 0)),
	)
}

// kindCitation is the number of a citation in the text.
var kindCitation = ast.NewNodeKind("Citation")

type citation struct {
	ast.BaseInline
	n int
}

func (c *citation) Kind() ast.NodeKind { return kindCitation }

func (c *citation) Dump(source []byte, level int) { ast.DumpHelper(c, source, level, nil, nil) }

type citations struct{}

var numberMark = regexp.MustCompile(`^\[(\d{1,3})\]`)

func (citations) Trigger() []byte { return []byte{'['} }

func (citations) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	row, _ := block.PeekLine()
	found := numberMark.FindSubmatch(row)
	if found == nil {
		return nil
	}
	block.Advance(len(found[0]))
	n, _ := strconv.Atoi(string(found[1]))
	return &citation{n: n}
}

// cleaner writes Markdown anew, from what it was read as.
type cleaner struct {
	source   []byte
	formulas []string
	formula  func(tex string) string
	below    int // levels that its headings stand below those of the file
}

// clean gives the Markdown of an answer with nothing in it but text, emphasis, lists, tables, code and citations.
func clean(answer string, below int, formula func(tex string) string) string {
	answer, formulas := takeFormulas(visible(answer))
	c := &cleaner{[]byte(answer), formulas, formula, below}
	return strings.Join(c.blocks(reader().Parse(text.NewReader(c.source)), true), "\n")
}

// blocks are the lines of a node's blocks, in a tight list without empty ones between.
func (c *cleaner) blocks(n ast.Node, apart bool) (out []string) {
	for b := n.FirstChild(); b != nil; b = b.NextSibling() {
		rows := c.block(b)
		if len(rows) > 0 && len(out) > 0 && apart {
			out = append(out, "")
		}
		out = append(out, rows...)
	}
	return out
}

func (c *cleaner) block(n ast.Node) []string {
	const deepest = 6
	switch n := n.(type) {
	case *ast.Heading:
		title := strings.ReplaceAll(strings.Join(c.text(n), " "), "#", `\#`)
		return []string{strings.Repeat("#", min(n.Level+c.below, deepest)) + " " + title}
	case *ast.Paragraph, *ast.TextBlock:
		return c.text(n)
	case *ast.List:
		return c.list(n)
	case *ast.Blockquote:
		return indented(c.blocks(n, true), "> ", "> ")
	case *ast.FencedCodeBlock, *ast.CodeBlock:
		return c.code(n)
	case *ast.HTMLBlock:
		return c.raw(n)
	case *ast.ThematicBreak:
		return []string{"***"}
	case *extended.Table:
		return c.table(n)
	}
	return c.blocks(n, true)
}

// text are the lines of a paragraph.
func (c *cleaner) text(n ast.Node) (out []string) {
	for row := range strings.SplitSeq(c.inline(n), "\n") {
		if row = begin(row); strings.TrimSpace(row) != "" {
			out = append(out, strings.TrimRight(row, " "))
		}
	}
	return out
}

func (c *cleaner) list(n *ast.List) (out []string) {
	number := n.Start
	for item := n.FirstChild(); item != nil; item = item.NextSibling() {
		mark := "- "
		if n.IsOrdered() {
			mark = strconv.Itoa(number) + ". "
			number++
		}
		rows := c.blocks(item, !n.IsTight)
		if len(rows) == 0 {
			rows = []string{""}
		}
		if len(out) > 0 && !n.IsTight {
			out = append(out, "")
		}
		out = append(out, indented(rows, mark, strings.Repeat(" ", len(mark)))...)
	}
	return out
}

func indented(rows []string, first, rest string) []string {
	out := make([]string, len(rows))
	for i, row := range rows {
		by := rest
		if i == 0 {
			by = first
		}
		out[i] = strings.TrimRight(by+row, " ")
	}
	return out
}

// code is a block of code, between fences that are longer than any in it.
func (c *cleaner) code(n ast.Node) []string {
	whole := c.restored(linesOf(n, c.source))
	const shortest = 3
	fence := strings.Repeat("`", max(shortest, longest(whole)+1))
	return append(append([]string{fence}, strings.Split(strings.TrimRight(whole, "\n"), "\n")...), fence)
}

// raw shows HTML as it was written.
func (c *cleaner) raw(n *ast.HTMLBlock) (out []string) {
	whole := linesOf(n, c.source)
	if n.HasClosure() {
		whole += string(n.ClosureLine.Value(c.source))
	}
	for row := range strings.Lines(whole) {
		if row = begin(c.filled(escape(strings.TrimSpace(row)))); row != "" {
			out = append(out, row)
		}
	}
	return out
}

func linesOf(n ast.Node, source []byte) string {
	var b strings.Builder
	for i := range n.Lines().Len() {
		at := n.Lines().At(i)
		b.Write(at.Value(source))
	}
	return b.String()
}

func (c *cleaner) table(n *extended.Table) (out []string) {
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		var cells []string
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			whole := strings.ReplaceAll(c.inline(cell), `\|`, "|") // in code it stands as it is
			cells = append(cells, strings.NewReplacer("\n", " ", "|", `\|`).Replace(whole))
		}
		out = append(out, "| "+strings.Join(cells, " | ")+" |")
		if _, head := row.(*extended.TableHeader); head {
			out = append(out, "| "+strings.Join(rules(n.Alignments), " | ")+" |")
		}
	}
	return out
}

func rules(sides []extended.Alignment) (out []string) {
	for _, side := range sides {
		rule := map[extended.Alignment]string{extended.AlignLeft: ":--", extended.AlignRight: "--:", extended.AlignCenter: ":-:"}[side]
		if rule == "" {
			rule = "---"
		}
		out = append(out, rule)
	}
	return out
}

// broken ends a line that the text breaks.
const broken = `\`

// inline is the text of a node's children, with a line end where the text has one.
func (c *cleaner) inline(n ast.Node) string {
	var b strings.Builder
	for k := n.FirstChild(); k != nil; k = k.NextSibling() {
		s := c.piece(k)
		if _, cited := k.PreviousSibling().(*citation); cited && (strings.HasPrefix(s, "(") || strings.HasPrefix(s, ":")) {
			b.WriteByte('\\') // it would make a link of the number
		}
		b.WriteString(s)
	}
	return b.String()
}

func (c *cleaner) piece(n ast.Node) string {
	switch n := n.(type) {
	case *ast.Text:
		s := c.filled(escape(unescaped(string(n.Value(c.source)))))
		switch {
		case n.HardLineBreak():
			s += broken + "\n"
		case n.SoftLineBreak():
			s += "\n"
		}
		return s
	case *ast.String:
		return escape(string(n.Value))
	case *citation:
		return "[" + strconv.Itoa(n.n) + "]"
	case *ast.CodeSpan:
		var code strings.Builder
		for k := n.FirstChild(); k != nil; k = k.NextSibling() {
			if t, ok := k.(*ast.Text); ok {
				code.Write(t.Value(c.source))
			}
		}
		return codeSpan(line(c.restored(code.String())))
	case *ast.Emphasis:
		mark := strings.Repeat("*", n.Level)
		return mark + c.inline(n) + mark
	case *extended.Strikethrough:
		return "~~" + c.inline(n) + "~~"
	case *ast.Link:
		return c.link(n)
	case *ast.AutoLink:
		return escape(string(n.Label(c.source)))
	case *ast.RawHTML:
		var html strings.Builder
		for i := range n.Segments.Len() {
			at := n.Segments.At(i)
			html.Write(at.Value(c.source))
		}
		return c.filled(escape(line(html.String())))
	}
	return c.inline(n)
}

// link spells an address of the web out: nothing in the file leads elsewhere than it says.
func (c *cleaner) link(n *ast.Link) string {
	label := c.inline(n)
	u, err := url.Parse(string(n.Destination))
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || label == escape(u.String()) {
		return label
	}
	return label + " (" + escape(u.String()) + ")"
}

// filled puts formulas in the place of their marks.
func (c *cleaner) filled(s string) string {
	return c.replaced(s, func(found string) string {
		tex, _ := inner(found)
		return c.formula(line(tex))
	})
}

// restored puts them there as they stood.
func (c *cleaner) restored(s string) string {
	return c.replaced(s, func(found string) string { return found })
}

func (c *cleaner) replaced(s string, by func(found string) string) string {
	return kept.ReplaceAllStringFunc(s, func(mark string) string {
		i, _ := strconv.Atoi(kept.FindStringSubmatch(mark)[1])
		return by(c.formulas[i])
	})
}

// unescaped is a text without the backslashes and entities that Markdown takes away.
func unescaped(s string) string {
	return string(util.UnescapePunctuations(util.ResolveEntityNames(util.ResolveNumericReferences([]byte(s)))))
}
