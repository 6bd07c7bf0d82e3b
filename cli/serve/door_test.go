package serve

import (
	"net/http"
	"testing"
)

func TestAProgramThatWasCutOffLetsItsPagesInAgain(t *testing.T) {
	s := newShelf(t)
	settings := s.core.Store.Settings
	at := func(host string) door {
		d := newDoor()
		d.host = host
		if err := d.reopen(settings); err != nil {
			t.Fatal(err)
		}
		return d
	}
	first := at("127.0.0.1:80")
	if again := at("127.0.0.1:80"); again.token != first.token || again.ticket != first.ticket {
		t.Error("its pages are strangers")
	}
	elsewhere := at("127.0.0.1:81")
	if elsewhere.token == first.token || elsewhere.ticket == first.ticket {
		t.Error("another address has its token")
	}
	if err := elsewhere.shut(settings); err != nil {
		t.Fatal(err)
	}
	if after := at("127.0.0.1:81"); after.token == elsewhere.token || after.ticket == elsewhere.ticket {
		t.Error("the token outlives the program that ended in order")
	}
	if out := s.get("GET", "/api/events?x", func(r *http.Request) { r.Header.Set(tokenHeader, first.token) }); out.Code != http.StatusUnauthorized {
		t.Errorf("%d", out.Code)
	}
}
