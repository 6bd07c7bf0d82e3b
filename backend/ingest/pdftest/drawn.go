package pdftest

import (
	"fmt"
	"strings"
)

// Drawn is a PDF whose pages are drawn by content streams of the test's own. Helvetica is its font /F.
type Drawn struct {
	Sheets  []Sheet
	Objects []string // others, which bodies name as {0}, {1} and so on
	Catalog string   // entries of the catalog
}

// Sheet is a page of 612 by 792 points.
type Sheet struct {
	Content   string
	Resources string // entries besides the font
	Entries   string // of the page
}

// Stream is the body of an object with data.
func Stream(entries string, data []byte) string {
	return fmt.Sprintf("<<%s/Length %d>>\nstream\n%s\nendstream", entries, len(data), data)
}

// Bytes writes the file.
func (d Drawn) Bytes() []byte {
	const catalog, tree, font, first = 1, 2, 3, 4
	named := make([]string, 0, 2*len(d.Objects))
	for i := range d.Objects {
		named = append(named, fmt.Sprintf("{%d}", i), fmt.Sprintf("%d 0 R", first+i))
	}
	names := strings.NewReplacer(named...)
	w := writer{}
	w.WriteString("%PDF-1.7\n")
	w.object(catalog, names.Replace(fmt.Sprintf("<</Type/Catalog/Pages %d 0 R%s>>", tree, d.Catalog)))
	w.object(font, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>")
	for i, body := range d.Objects {
		head, data, _ := strings.Cut(body, "\nstream\n") // data is as it is
		if body = names.Replace(head); data != "" {
			body += "\nstream\n" + data
		}
		w.object(first+i, body)
	}
	var kids strings.Builder
	next := first + len(d.Objects)
	for _, s := range d.Sheets {
		fmt.Fprintf(&kids, "%d 0 R ", next)
		w.object(next, names.Replace(fmt.Sprintf("<</Type/Page/Parent %d 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F %d 0 R>>%s>>/Contents %d 0 R%s>>", tree, font, s.Resources, next+1, s.Entries)))
		w.stream(next+1, []byte(s.Content))
		next += 2
	}
	w.object(tree, fmt.Sprintf("<</Type/Pages/Kids[%s]/Count %d>>", kids.String(), len(d.Sheets)))
	w.info = catalog
	return w.end()
}
