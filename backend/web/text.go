package web

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// silent are elements whose text is none for readers, or stands around what a page is about.
var silent = map[atom.Atom]bool{
	atom.Script: true, atom.Style: true, atom.Noscript: true, atom.Template: true, atom.Svg: true, atom.Math: true, atom.Iframe: true,
	atom.Object: true, atom.Select: true, atom.Button: true, atom.Nav: true, atom.Footer: true, atom.Textarea: true, atom.Canvas: true,
}

// blocks begin a line of their own.
var blocks = map[atom.Atom]string{
	atom.P: "\n\n", atom.Div: "\n", atom.Section: "\n\n", atom.Article: "\n\n", atom.Main: "\n\n", atom.Header: "\n\n", atom.Aside: "\n\n",
	atom.H1: "\n\n# ", atom.H2: "\n\n## ", atom.H3: "\n\n### ", atom.H4: "\n\n#### ", atom.H5: "\n\n#### ", atom.H6: "\n\n#### ",
	atom.Ul: "\n", atom.Ol: "\n", atom.Li: "\n- ", atom.Dl: "\n", atom.Dt: "\n", atom.Dd: ": ", atom.Br: "\n", atom.Hr: "\n\n",
	atom.Table: "\n\n", atom.Tr: "\n", atom.Blockquote: "\n\n", atom.Pre: "\n\n", atom.Figure: "\n\n", atom.Figcaption: "\n", atom.Address: "\n",
}

// Limits of the text of a page.
const (
	mostText  = 400_000
	mostToken = 1 << 20
)

// Text reads the words of a page in HTML, with its headings, lists and tables as plain marks. Nothing is run and nothing
// is fetched: scripts, styles and embedded things are passed over. It goes through the page once, keeps no tree, and
// stops after 400,000 bytes.
func Text(page []byte) (title, text string) {
	z := html.NewTokenizer(bytes.NewReader(page))
	z.SetMaxBuf(mostToken)
	var b strings.Builder
	skip, inTitle := 0, false
	var within atom.Atom // the element that is passed over
	for b.Len() < mostText {
		switch kind := z.Next(); kind {
		case html.ErrorToken: // the end, or too long a token
			return oneLine(title), tidy(b.String())
		case html.TextToken:
			if inTitle {
				title += string(z.Text())
			} else if skip == 0 {
				b.WriteString(head(flat(string(z.Text())), mostText-b.Len()))
			}
		case html.StartTagToken, html.SelfClosingTagToken, html.EndTagToken:
			name, _ := z.TagName()
			tag, start := atom.Lookup(name), kind == html.StartTagToken
			switch {
			case skip > 0:
				if tag == within && kind == html.EndTagToken {
					skip--
				} else if tag == within && start {
					skip++
				}
			case silent[tag]:
				if start {
					skip, within = 1, tag
				}
			case tag == atom.Title:
				inTitle = start
			case tag == atom.Td || tag == atom.Th:
				if kind != html.EndTagToken {
					b.WriteString(" | ")
				}
			case kind != html.EndTagToken:
				b.WriteString(blocks[tag])
			case blocks[tag] != "" && tag != atom.Li && tag != atom.Tr && tag != atom.Dt && tag != atom.Br:
				b.WriteString("\n")
			}
		}
	}
	return oneLine(title), tidy(b.String())
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// flat makes one space of every run of white space.
func flat(s string) string {
	words := strings.Join(strings.Fields(s), " ")
	if words == "" {
		if s != "" {
			return " "
		}
		return ""
	}
	if strings.ContainsRune(" \t\r\n", rune(s[0])) {
		words = " " + words
	}
	if strings.ContainsRune(" \t\r\n", rune(s[len(s)-1])) {
		words += " "
	}
	return words
}

// tidy takes out empty lines beyond one and marks without words.
func tidy(s string) string {
	var out []string
	for l := range strings.SplitSeq(s, "\n") {
		l = strings.Join(strings.Fields(l), " ")
		if strings.Trim(l, "-|#: ") == "" {
			l = ""
		}
		if l != "" || len(out) > 0 && out[len(out)-1] != "" {
			out = append(out, l)
		}
	}
	return strings.TrimSpace(strings.Join(out, "\n"))
}
