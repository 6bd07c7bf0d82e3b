package export

import (
	"bytes"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
	parsed "golang.org/x/net/html"
)

// trusting is a reader of Markdown that shows whatever HTML it finds, knows footnotes, and makes links of what is written as
// one. It makes none of a bare address: that leads where it says.
func trusting(t *testing.T, markdown string) *parsed.Node {
	t.Helper()
	var b bytes.Buffer
	markup := goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.Footnote, extension.DefinitionList), goldmark.WithRendererOptions(html.WithUnsafe()))
	if err := markup.Convert([]byte(markdown), &b); err != nil {
		t.Fatal(err)
	}
	page, err := parsed.Parse(&b)
	if err != nil {
		t.Fatal(err)
	}
	return page
}
