package app

import (
	"lectern/backend/models"
	"strings"
	"testing"
)

func TestSettingsKeepOnlyWhatWasChanged(t *testing.T) {
	s, err := settings(models.Settings{ChatModel: "x", Advanced: map[string]float64{"chat.keep": 7}})
	if err != nil {
		t.Fatal(err)
	}
	back, err := s.changed()
	if err != nil || back.ChatModel != "x" || len(back.Advanced) != 1 || back.Advanced["chat.keep"] != 7 {
		t.Errorf("%+v %v", back, err)
	}
	for _, a := range s.Advanced {
		if a.Title == "" || a.Help == "" || a.Min > a.Default || a.Max < a.Default || a.Step <= 0 {
			t.Errorf("%+v", a)
		}
	}
	if _, err := settings(models.Settings{Advanced: map[string]float64{"chat.keep": 1e9}}); err == nil || !strings.Contains(err.Error(), "between") {
		t.Errorf("out of bounds: %v", err)
	}
}
