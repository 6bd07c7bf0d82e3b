package serve

import (
	"bytes"
	"mime"
	"net/http"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"lectern/backend/app"
	"lectern/backend/sheet/sheettest"
	"lectern/backend/store"
)

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
