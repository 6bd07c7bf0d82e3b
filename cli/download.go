package cli

import (
	"bytes"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"lectern/backend/sheet"
	"lectern/backend/store"
)

// kinds are the files that tables are saved as, with what they are to a browser.
var kinds = map[string]string{"xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "csv": "text/csv; charset=utf-8"}

// TablesAddress is where browser mode serves a table, all of a document's for 0, as "xlsx" or "csv".
func TablesAddress(document string, n int, format string) string {
	return fmt.Sprintf("/tables/%s/%d/tables.%s", url.PathEscape(document), n, format)
}

// Table is a table of a document by its place, from 1.
func Table(core *Core, document string, n int) (sheet.Table, error) {
	tables, err := tablesOf(core, document, max(n, 1))
	if err != nil {
		return sheet.Table{}, err
	}
	return tables[0], nil
}

// tablesOf are all for 0, else the one.
func tablesOf(core *Core, document string, n int) ([]sheet.Table, error) {
	parts, err := core.Workspace.Tables.Of(document, 0)
	if err != nil {
		return nil, err
	}
	tables := sheet.Join(parts)
	if len(tables) == 0 || n < 0 || n > len(tables) {
		return nil, errors.New("that table is not there (any more); open the page again")
	}
	if n > 0 {
		tables = tables[n-1 : n]
	}
	return tables, nil
}

// TableFile writes a table, all of a document's for 0, as "xlsx" or "csv", and gives the file a name.
func TableFile(core *Core, document string, n int, format string) (name string, data []byte, err error) {
	d, err := core.Workspace.Documents.Get(document)
	if errors.Is(err, store.ErrNotFound) {
		err = errors.New("that document is not in the library (any more)")
	}
	var tables []sheet.Table
	if err == nil {
		tables, err = tablesOf(core, document, n)
	}
	if err != nil {
		return "", nil, err
	}
	var b bytes.Buffer
	switch format {
	case "xlsx":
		err = sheet.WriteXLSX(&b, d.Name, tables)
	case "csv":
		b.WriteString("\ufeff") // or Excel takes it for an older encoding
		err = sheet.WriteCSV(&b, tables)
	default:
		err = errors.New("tables can be saved as xlsx and csv")
	}
	name = strings.NewReplacer("/", "-", `\`, "-", ":", "-").Replace(d.Name)
	if n > 0 {
		name += ", " + tables[0].Where()
	}
	return name + "." + format, b.Bytes(), err
}

// downloads serves the addresses of tables.
func downloads(core *Core) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		format, found := strings.CutPrefix(r.PathValue("file"), "tables.")
		n, err := strconv.Atoi(r.PathValue("n"))
		if err != nil || !found {
			http.NotFound(w, r)
			return
		}
		name, data, err := TableFile(core, r.PathValue("document"), n, format)
		if err != nil {
			http.Error(w, sentence(err), http.StatusNotFound)
			return
		}
		w.Header().Set("Content-Type", kinds[format])
		w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
		w.Header().Set("Cache-Control", "no-store")
		_, _ = w.Write(data)
	}
}
