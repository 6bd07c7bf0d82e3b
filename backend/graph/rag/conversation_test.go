package rag

import (
	"strings"
	"testing"
)

func TestANewQuestionKeepsOnlyTheMessagesAndWhatAFollowUpNeeds(t *testing.T) {
	talk := Conversation{}.Ask(Turn{Run: "1", Question: "Who?", Mode: "auto"})
	talk.Asked, talk.Documents = []string{"lease"}, true
	talk.Answered("Ada.")
	talk.Answered("Ada Lovelace.")
	talk = talk.Ask(Turn{Run: "2", Question: "When?"})
	if len(talk.Messages) != 3 || talk.Messages[1].Text != "Ada Lovelace." || len(talk.History()) != 2 {
		t.Errorf("messages %+v", talk.Messages)
	}
	if talk.Mode != "" || talk.Asked != nil || talk.Documents || !talk.LastDocuments || strings.Join(talk.LastTargets, "") != "lease" {
		t.Errorf("%+v", talk)
	}
}

func TestARunThatGoesOnWithAnothersTurnTakesItsMessages(t *testing.T) {
	after := Conversation{}.Ask(Turn{Run: "1"})
	after.Answered("x")
	after = after.Ask(Turn{Run: "2"})
	after.takenOver("3")
	var ids []string
	for _, m := range after.Messages {
		ids = append(ids, m.ID)
	}
	if strings.Join(ids, " ") != "1/q 1/a 3/q" || after.Run != "3" {
		t.Error(ids, after.Run)
	}
}

func TestANumberIsSetWithinItsBounds(t *testing.T) {
	c := struct {
		Keep, How int
		Share     float64
	}{5, 0, .5}
	fields := []Field{
		Whole(&c.Keep, "keep", "Passages kept", "", 1, 50), Real(&c.Share, "share", "Share", "", 0, 1, .1),
		Choice(&c.How, "how", "How", "", "by words", "by meaning"),
	}
	for key, v := range map[string]float64{"keep": 7, "share": .9, "how": 1} {
		if err := Set(fields, key, v); err != nil {
			t.Error(err)
		}
	}
	if c.Keep != 7 || c.Share != .9 || c.How != 1 || fields[0].Value() != 7 || fields[1].Value() != .9 {
		t.Error(c)
	}
	for key, v := range map[string]float64{"keep": 51, "share": -1, "how": 2, "none": 1} {
		if Set(fields, key, v) == nil {
			t.Error(key, v, "was taken")
		}
	}
	if Set(fields, "keep", 1.5) == nil || c.Keep != 7 {
		t.Error("half a passage")
	}
}
