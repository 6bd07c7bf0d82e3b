package proof

import "testing"

func TestTheMoreEvidenceSaysOfASentenceTheHigherItsSupport(t *testing.T) {
	for language, of := range map[string][4]string{
		"en": {"The mill was closed in March after a fire.", "After a fire in March the mill was closed.", "A fire broke out at the harbour in March.", "The board met twice."},
		"de": {"Das Werk wurde im März nach einem Brand geschlossen.", "Nach einem Brand im März wurde das Werk geschlossen.", "Im Hafen brach im März ein Brand aus.", "Der Vorstand tagte zweimal."},
		"fr": {"L'usine a été fermée en mars après un incendie.", "Après un incendie en mars, l'usine a été fermée.", "Un incendie a éclaté au port en mars.", "Le conseil s'est réuni deux fois."},
		"ja": {"工場は火災のため三月に閉鎖された。", "火災のため工場は三月に閉鎖された。", "三月に港で火災が発生した。", "取締役会は二度開かれた。"},
	} {
		before := 2.
		for i, evidence := range of {
			l := Likened(of[0], Evidence{Sentences: []string{"Something else stands here.", evidence}})
			if s := l.Support(); s >= before || s <= 0 || s >= 1 {
				t.Errorf("%s: %q has a support of %.2f, what is less alike %.2f (%+v)", language, evidence, s, before, l)
			} else {
				before = s
			}
			if i == 0 && (l.Pairs != 1 || l.Triples != 1 || l.Copied != 1 || l.Words < .99) {
				t.Errorf("%s: word for word it is %+v", language, l)
			}
		}
	}
	if l := Likened("The mill was closed.", Evidence{}); l.Mean() != 0 {
		t.Errorf("nothing supports it by %+v", l)
	}
	if l := Likened("Mill", Evidence{Sentences: []string{"A mill."}}); l.Mean() != 1 {
		t.Errorf("one word is %+v", l)
	}
}
