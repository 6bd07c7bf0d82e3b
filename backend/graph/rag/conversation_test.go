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
	after.takenOver("3", nil)
	var ids []string
	for _, m := range after.Messages {
		ids = append(ids, m.ID)
	}
	if strings.Join(ids, " ") != "1/q 1/a 3/q" || after.Run != "3" {
		t.Error(ids, after.Run)
	}
}
