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

func TestAnAnswerIsWrittenInTheLanguageOfTheQuestionUnlessOneIsSet(t *testing.T) {
	for _, c := range []struct {
		turn Turn
		want string
	}{
		{Turn{Question: "Was steht im Vertrag über die Miete?"}, "German"},
		{Turn{Question: "解約の予告期間はどれくらいですか？"}, "Japanese"},
		{Turn{Question: "Was steht im Vertrag über die Miete?", Language: "français"}, "français"},
		{Turn{Question: "2017?", Whole: "Wie hoch war die Miete im Jahr 2017?"}, "German"},
		{Turn{Question: "2017?"}, ""},
	} {
		if got := c.turn.WrittenIn(); got != c.want {
			t.Errorf("%+v: %q", c.turn, got)
		}
	}
}
