package serve

import (
	"bytes"
	"encoding/json"
	"mime"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"lectern/backend/app"
	"lectern/backend/graph/analyst"
	"lectern/backend/sheet/sheettest"
	"lectern/backend/store"
)

func TestAComparisonIsDownloaded(t *testing.T) {
	s := newShelf(t)
	raw, err := json.Marshal(analyst.Output{Comparison: &analyst.Comparison{Periods: []string{"2018"}, Measures: []analyst.Measure{{Label: "Sales", Rows: []analyst.Row{{Entries: []analyst.Entry{{Value: "7", Whole: "7"}}}}}}}})
	if err == nil {
		err = s.core.Workspace.Runs.Save(store.Run{ID: "one", Conversation: "c", Workflow: "analyst", Question: "What were the sales?", Status: store.Answered, Output: raw, Asked: time.Now()}, "Sales")
	}
	if err != nil {
		t.Fatal(err)
	}
	out := s.get("GET", app.ComparisonAddress("one", "csv"))
	if got := out.Body.String(); out.Code != http.StatusOK || !strings.Contains(got, "Sales,,2018,7,7,") || out.Header().Get("Content-Disposition") != `attachment; filename="What were the sales.csv"` || out.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("%d %q %v", out.Code, got, out.Header())
	}
	book := s.get("GET", app.ComparisonAddress("one", "xlsx"))
	f, err := excelize.OpenReader(bytes.NewReader(book.Body.Bytes()))
	if err != nil || len(f.GetSheetList()) != 2 {
		t.Errorf("%v", err)
	}
	for _, path := range []string{app.ComparisonAddress("two", "csv"), app.ComparisonAddress("one", "html"), "/comparison/one/other.csv", "/comparison/one/", "/comparison/"} {
		if out := s.get("GET", path); out.Code != http.StatusNotFound {
			t.Errorf("%s: %d %q", path, out.Code, out.Body)
		}
	}
	if out := s.get("GET", app.ComparisonAddress("one", "csv"), func(r *http.Request) { r.Header.Del("Cookie") }); out.Code != http.StatusUnauthorized {
		t.Errorf("%d", out.Code)
	}
}

func TestAnswersAndConversationsAreDownloaded(t *testing.T) {
	s := newShelf(t)
	run := store.Run{ID: "one", Conversation: "c", Question: "What were <b>sales</b>?", Status: store.Answered, AnswerMode: "model", Answer: "Seven.", Asked: time.Now()}
	if err := s.core.Workspace.Runs.Save(run, "Sales"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ id, format, kind, name, begins string }{
		{"one", "md", "text/markdown; charset=utf-8", "What were b sales -b.md", "# What were \\<b>sales\\</b>?\n"},
		{"one", "html", "text/html; charset=utf-8", "What were b sales -b.html", "<!doctype html>"},
		{"c", "pdf", "application/pdf", "Sales.pdf", "%PDF-"},
	} {
		out := s.get("GET", app.ExportAddress(c.id, c.format))
		_, params, err := mime.ParseMediaType(out.Header().Get("Content-Disposition"))
		if out.Code != http.StatusOK || err != nil || params["filename"] != c.name || out.Header().Get("Content-Type") != c.kind || !strings.HasPrefix(out.Body.String(), c.begins) {
			t.Errorf("%+v: %d %v %v %.60q", c, out.Code, out.Header(), err, out.Body)
		}
	}
	for _, path := range []string{app.ExportAddress("two", "md"), app.ExportAddress("one", "csv"), "/export/one/other.md", "/export/one/", "/export/"} {
		if out := s.get("GET", path); out.Code != http.StatusNotFound {
			t.Errorf("%s: %d %q", path, out.Code, out.Body)
		}
	}
	if out := s.get("GET", app.ExportAddress("one", "md"), func(r *http.Request) { r.Header.Del("Cookie") }); out.Code != http.StatusUnauthorized {
		t.Errorf("%d", out.Code)
	}
}

func TestTablesAreDownloaded(t *testing.T) {
	s := newShelf(t)
	_, err := s.core.Workspace.Documents.Add(store.Document{ID: "annual", Name: "Geschäfts/bericht"}, &store.Content{Pages: sheettest.Pages(), Tables: sheettest.Tables()})
	if err != nil {
		t.Fatal(err)
	}
	out := s.get("GET", app.TablesAddress("annual", 0, "xlsx"))
	_, params, err := mime.ParseMediaType(out.Header().Get("Content-Disposition"))
	if out.Code != http.StatusOK || err != nil || params["filename"] != "Geschäfts-bericht.xlsx" || out.Header().Get("Cache-Control") != "no-store" || out.Header().Get("X-Content-Type-Options") != "nosniff" {
		t.Fatalf("%d %v %v", out.Code, out.Header(), err)
	}
	f, err := excelize.OpenReader(bytes.NewReader(out.Body.Bytes()))
	if err != nil || len(f.GetSheetList()) != 4 {
		t.Errorf("%v", err)
	}
	one := s.get("GET", app.TablesAddress("annual", 3, "csv"))
	if got := one.Body.String(); !strings.HasPrefix(got, "\ufeff,2023年 (million CNY)") || !strings.HasPrefix(one.Header().Get("Content-Type"), "text/csv") {
		t.Errorf("%q", got)
	}
	for _, path := range []string{
		app.TablesAddress("annual", 5, "xlsx"), app.TablesAddress("annual", -1, "xlsx"), app.TablesAddress("annual", 1, "html"), app.TablesAddress("nothing", 1, "csv"),
		"/tables/annual/x/tables.csv", "/tables/annual/1/other.csv", "/tables/annual/1", "/tables/",
	} {
		if out := s.get("GET", path); out.Code != http.StatusNotFound {
			t.Errorf("%s: %d %q", path, out.Code, out.Body)
		}
	}
	for _, name := range []string{"Cookie", tokenHeader} {
		if out := s.get("GET", app.TablesAddress("annual", 1, "csv"), func(r *http.Request) { r.Header.Del(name) }); out.Code != http.StatusUnauthorized {
			t.Errorf("without %s: %d", name, out.Code)
		}
	}
}
