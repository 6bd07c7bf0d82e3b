package app

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"net/url"
	"strings"

	"lectern/backend/graph/analyst"
	"lectern/backend/graph/rag"
	"lectern/backend/messages"
	"lectern/backend/sheet"
)

// SaveComparison writes the comparison that a run made into a file: "xlsx" or "csv". In the window the person names it;
// in a browser the page downloads it.
func (c *Core) SaveComparison(run, format string) (SavedFile, error) {
	name, data, err := c.ComparisonFile(run, format)
	if err != nil {
		return SavedFile{}, err
	}
	if c.Shell.Browser() {
		return SavedFile{Address: ComparisonAddress(run, format)}, nil
	}
	return c.save(name, data)
}

// ComparisonAddress is where browser mode serves the comparison of a run, as "xlsx" or "csv".
func ComparisonAddress(run, format string) string {
	return "/comparison/" + url.PathEscape(run) + "/comparison." + format
}

// ComparisonFile writes the comparison of a run as "xlsx" or "csv", and names the file by the run's question.
func (c *Core) ComparisonFile(run, format string) (name string, data []byte, err error) {
	r, err := c.Workspace.Runs.Get(run)
	var made analyst.Output
	if err != nil || json.Unmarshal(r.Output, &made) != nil || made.Comparison == nil {
		return "", nil, messages.Error("app.not-there")
	}
	var b bytes.Buffer
	found := forSheet(*made.Comparison)
	found.Say = messages.In(rag.LanguageOf(r.Language, r.Question, r.Whole))
	switch format {
	case "xlsx":
		err = sheet.WriteComparisonXLSX(&b, found)
	case "csv":
		b.WriteString(byteOrder)
		err = sheet.WriteComparisonCSV(&b, found)
	default:
		err = messages.Error("app.xlsx-and-csv")
	}
	return fileName(r.Question, format), b.Bytes(), err
}

// forSheet is a comparison as it is written down.
func forSheet(c analyst.Comparison) sheet.Comparison {
	out := sheet.Comparison{Periods: c.Periods}
	for _, m := range c.Measures {
		for _, r := range m.Rows {
			row := sheet.ComparisonRow{Measure: m.Label, Company: r.Company}
			for i := range c.Periods {
				v := sheet.Value{}
				if i < len(r.Entries) {
					e := r.Entries[i]
					v = sheet.Value{
						Number: e.Value, Whole: e.Whole, Shown: e.Shown, Worked: e.Formula != "", Expression: e.Expression, Cells: e.Cells,
						Note: strings.TrimSpace(strings.Join(append([]string{e.Gap}, e.Flags...), " ")),
					}
				}
				row.Values = append(row.Values, v)
			}
			out.Rows = append(out.Rows, row)
		}
	}
	return out
}

// SavePicture writes a picture of a chart (PNG in base 64) where the person says, with a name to begin with. A browser
// downloads it by itself.
func (c *Core) SavePicture(name, picture string) (SavedFile, error) {
	const signature = "\x89PNG\r\n\x1a\n" // section 5.2 of the PNG specification
	data, err := base64.StdEncoding.DecodeString(picture)
	if err != nil || !bytes.HasPrefix(data, []byte(signature)) {
		return SavedFile{}, messages.Error("app.no-picture")
	}
	return c.save(fileName(name, "png"), data)
}
