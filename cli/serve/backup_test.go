package serve

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"lectern/backend/app"
)

func (s *shelf) send(path string, body []byte, change ...func(*http.Request)) *httptest.ResponseRecorder {
	r := httptest.NewRequest("POST", "http://127.0.0.1:80"+path, bytes.NewReader(body))
	r.Host = s.host
	r.AddCookie(&http.Cookie{Name: s.cookie, Value: s.ticket})
	r.Header.Set(tokenHeader, s.token)
	for _, c := range change {
		c(r)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

func TestABackupIsDownloadedAndComesBack(t *testing.T) {
	s := newShelf(t)
	saved, err := s.core.SaveBackup(t.Context())
	if err != nil || saved.Path != "" || !strings.HasPrefix(saved.Address, "/backup/Lectern%20") {
		t.Fatalf("%+v %v", saved, err)
	}
	out := s.get("GET", saved.Address)
	if out.Code != http.StatusOK || out.Header().Get("Cache-Control") != "no-store" || !strings.Contains(out.Header().Get("Content-Disposition"), ".zip") || !bytes.HasPrefix(out.Body.Bytes(), []byte("PK")) {
		t.Fatalf("%d %v", out.Code, out.Header())
	}
	in := s.send("/api/restore", out.Body.Bytes())
	var found app.Backup
	if err := json.Unmarshal(in.Body.Bytes(), &found); err != nil || in.Code != http.StatusOK || found.Bytes == 0 {
		t.Errorf("%d %s %v", in.Code, in.Body, err)
	}
	if err := s.core.DropBackup(); err != nil {
		t.Error(err)
	}
	if in := s.send("/api/restore", out.Body.Bytes()[:out.Body.Len()/2]); in.Code != http.StatusUnprocessableEntity || !strings.Contains(in.Body.String(), "no whole backup of Lectern, and nothing was changed") {
		t.Errorf("%d %s", in.Code, in.Body)
	}
	left, err := os.ReadDir(s.core.Store.Home() + "/incoming")
	if err != nil || len(left) > 0 {
		t.Errorf("left %v %v", left, err)
	}
	without := func(r *http.Request) { r.Header.Del("Cookie") }
	if out := s.get("GET", saved.Address, without); out.Code != http.StatusUnauthorized {
		t.Errorf("a backup for anybody: %d", out.Code)
	}
	if out := s.send("/api/restore", nil, without); out.Code != http.StatusUnauthorized {
		t.Errorf("anybody restores: %d", out.Code)
	}
}
