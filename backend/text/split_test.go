package text

import (
	"math/rand"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// shards are what sentences are made of, and what tells them apart.
var shards = []string{".", "!", "?", "…", "。", "！", "？", "｡", "．", " ", " ", " ", "\n", "\n\n", "\u00a0", "\u3000", "\t", "(", ")", "（", "）",
	"[", "]", "「", "」", "『", "』", "“", "”", "„", "«", "»", `"`, "'", "’", "¿", "¡", "—", "– ", "-", "•", ":", ";", ",", "、", "The", "the", "Inc", "z.", "B.",
	"Dr", "No", "3", "12", "2018", "3.5", "１", "II", "iv", "a)", "(b)", "1.", "2.", "[12]", "²", "漢字", "かな", "と", "カナ", "说", "한", "é", "e\u0301",
	"iPhone", "Yahoo!", "x", "www.a.example", "\U0001D11E", "\ue000", "\u200d"}

func randomShards(r *rand.Rand) string {
	var b strings.Builder
	for range r.Intn(120) {
		b.WriteString(shards[r.Intn(len(shards))])
	}
	return b.String()
}

func TestSentencesOfAnyTextCoverItOnce(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	for range 20_000 {
		text := randomShards(r)
		if covers(t, text, Sentences(text)); t.Failed() {
			t.Fatalf("%q", text)
		}
	}
}

func FuzzSentences(f *testing.F) {
	r := rand.New(rand.NewSource(3))
	for range 50 {
		f.Add(randomShards(r))
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) {
			t.Skip("a page is UTF-8")
		}
		covers(t, text, Sentences(text))
	})
}

// long are beginnings of texts that a rule may be tempted to read again and again.
var long = map[string]string{
	"prose":     "Inc. reported 3.5 % growth in the U.S. of A. (see Fig. 3). He said “no.” ",
	"Chinese":   "他说：“是。”然后走了。",
	"initials":  "A. ",
	"parts":     "z. B. ",
	"stops":     "a.",
	"full stop": ".",
	"ellipses":  "… ",
	"open":      "(",
	"corners":   "「",
	"speech":    "「あ！」",
	"wide":      "．３",
	"quotes":    `"`,
	"entries":   "1. A 2. B ",
	"bullets":   "• a ",
	"lines":     "a\n",
	"dashes":    "– a\n",
	"rows":      "a 1 2\n",
	"signs":     "— ",
	"letters":   "x",
}

// A megabyte takes some 0.2 s; if the time grew with the square of the length, a quarter of one would take a minute.
func TestALongTextIsCutUpInTime(t *testing.T) {
	const size, limit = 1 << 18, 10 * time.Second
	for name, text := range long {
		text = strings.Repeat(text, size/len(text))
		start := time.Now()
		Sentences(text)
		if d := time.Since(start); d > limit {
			t.Errorf("%s: %v", name, d)
		}
	}
}

func BenchmarkSentences(b *testing.B) {
	for name, text := range long {
		b.Run(name, func(b *testing.B) {
			text := strings.Repeat(text, (1<<20)/len(text))
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				Sentences(text)
			}
		})
	}
}

func TestWordFilesHoldWordsUnderKnownHeadings(t *testing.T) {
	for language, words := range vocabularies() {
		if len(words) < 200 {
			t.Errorf("%q has %d words", language, len(words))
		}
		for word, is := range words {
			if is == 0 || strings.HasSuffix(word, ":") {
				t.Errorf("%q: %q", language, word)
			}
		}
	}
}

func TestAPageIsReadInItsLanguage(t *testing.T) {
	for text, want := range map[string]string{
		"The owner of the house pays for it.":                  "en",
		"Der Besitzer des Hauses zahlt nichts für das Dach.":   "de",
		"Le propriétaire de la maison ne paie rien pour elle.": "fr",
		"El dueño de la casa no paga nada por ella.":           "es",
		"Revenue 12 13": "",
		"港は二度浚渫された。":    "",
		"The owner pays for all of it.\nDer Besitzer zahlt nichts und das ist gut.": "",
	} {
		if got := tongue(text); got != want {
			t.Errorf("%q: %q, not %q", text, got, want)
		}
	}
}
