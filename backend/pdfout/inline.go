package pdfout

import (
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	extended "github.com/yuin/goldmark/extension/ast"
)

// inline gives the text of a node's children as pieces.
func (s *setter) inline(n ast.Node, as style) (out []piece) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		with := as
		switch c := c.(type) {
		case *ast.Text:
			out = append(out, piece{text: plain(string(c.Value(s.source))), style: as})
			if c.HardLineBreak() {
				out = append(out, piece{text: "\n", style: as})
			} else if c.SoftLineBreak() && !s.joins(c) {
				out = append(out, piece{text: " ", style: as})
			}
			continue
		case *ast.String:
			out = append(out, piece{text: plain(string(c.Value)), style: as})
			continue
		case *mark:
			out = append(out, s.markOf(c, as))
			continue
		case *ast.CodeSpan:
			with.code = true
		case *ast.Emphasis:
			with.bold = as.bold || c.Level > 1
			with.slanted = as.slanted || c.Level == 1
		case *extended.Strikethrough:
			with.struck = true
		case *ast.Link:
			with.link = onTheWeb(string(c.Destination))
		case *ast.AutoLink:
			with.link = onTheWeb(string(c.URL(s.source)))
			out = append(out, piece{text: plain(string(c.Label(s.source))), style: with})
			continue
		case *ast.RawHTML:
			continue
		}
		out = append(out, s.inline(c, with)...)
	}
	return out
}

// joins tells of a line end in the source that stands between two characters which no space parts.
func (s *setter) joins(t *ast.Text) bool {
	next, ok := t.NextSibling().(*ast.Text)
	if !ok {
		return false
	}
	a, _ := utf8.DecodeLastRune(t.Value(s.source))
	b, _ := utf8.DecodeRune(next.Value(s.source))
	return wide(a) && wide(b)
}

var escapes = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `"`, "&amp;", "&", "&nbsp;", " ")

// plain undoes what Markdown escapes.
func plain(s string) string {
	if !strings.ContainsAny(s, `\&`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && strings.IndexByte("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", s[i+1]) >= 0 {
			i++
		}
		b.WriteByte(s[i])
	}
	return escapes.Replace(b.String())
}

// onTheWeb is an address if it is one of the web, else "".
func onTheWeb(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return ""
	}
	return u.String()
}
