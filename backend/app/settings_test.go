package app

import (
	"slices"
	"strings"
	"testing"

	"lectern/backend/messages"
	"lectern/backend/models"
)

func TestSettingsKeepOnlyWhatWasChanged(t *testing.T) {
	s, err := settings(messages.In("en"), models.Settings{ChatModel: "x", Answering: models.Chooses, Advanced: map[string]float64{"chat.keep": 7}})
	if err != nil {
		t.Fatal(err)
	}
	back, err := s.changed()
	if err != nil || back.ChatModel != "x" || back.Answering != models.Chooses || len(back.Advanced) != 1 || back.Advanced["chat.keep"] != 7 {
		t.Errorf("%+v %v", back, err)
	}
	for _, a := range s.Advanced {
		if a.Title == "" || a.Help == "" || a.Min > a.Default || a.Max < a.Default || a.Step <= 0 {
			t.Errorf("%+v", a)
		}
	}
	if _, err := settings(messages.In("en"), models.Settings{Advanced: map[string]float64{"chat.keep": 1e9}}); err == nil || !strings.Contains(err.Error(), "between") {
		t.Errorf("out of bounds: %v", err)
	}
}

func TestSettingsOfAnotherVersionOpenWithoutComplaint(t *testing.T) {
	// As a version kept them in which every number was shown: one is gone, one isn't shown any more, one is as it was.
	stored := models.Settings{ChatModel: "x", Advanced: map[string]float64{"chat.fewDocuments": 9, "checked.perPage": 7, "brief.keep": 2, "chat.keep": 6}, Nodes: map[string]string{"checked.critic": "small", "checked.draft": "gone"}}
	s, err := settings(messages.In("en"), stored)
	if err != nil || s.ChatModel != "x" {
		t.Fatal(s, err)
	}
	value := func(key string) float64 {
		i := slices.IndexFunc(s.Advanced, func(a Advanced) bool { return a.Key == key })
		if i < 0 {
			return -1
		}
		return s.Advanced[i].Value
	}
	if value("chat.keep") != 6 || value("checked.perPage") != 7 || value("checked.questions") != -1 || value("chat.fewDocuments") != -1 {
		t.Errorf("%+v", s.Advanced)
	}
	back, err := s.changed()
	if err != nil || len(back.Advanced) != 2 || back.Advanced["chat.keep"] != 6 || back.Advanced["checked.perPage"] != 7 || len(back.Nodes) != 1 || back.Nodes["checked.critic"] != "small" {
		t.Errorf("%+v %v", back, err)
	}
	s.Advanced = append(s.Advanced, Advanced{Key: "chat.luck", Value: 1})
	if _, err := s.changed(); err == nil || !strings.Contains(err.Error(), "chat.luck") {
		t.Errorf("a number that nobody knows: %v", err)
	}
}

func TestSettingsShowSomeTwenty(t *testing.T) {
	s, err := settings(messages.In("en"), models.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	// Beside the numbers: two addresses, two models, the model that checks, the reader of scans, the search server.
	const others = 7
	if n := len(s.Advanced) + others; n < 15 || n > 25 {
		t.Errorf("%d settings", n)
	}
	for _, a := range s.Advanced {
		if a.Title == "" || len(a.Help) < 20 || !strings.HasSuffix(a.Help, ".") {
			t.Errorf("%+v", a)
		}
	}
}
