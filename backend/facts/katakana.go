package facts

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Japanese writes names of other languages by their sound: ハミルトン is Hamilton. What is left of both when vowels go and
// sounds that Japanese doesn't tell apart (l and r, b and v, h and f, s and th) are one is compared. Which syllable is
// written how: 外来語の表記 (Cabinet notice of 1991), romanised after Hepburn.

// kana are the consonants of syllables; small ones after another change its vowel alone.
var kana = map[rune]string{
	'カ': "k", 'キ': "k", 'ク': "k", 'ケ': "k", 'コ': "k", 'ガ': "g", 'ギ': "g", 'グ': "g", 'ゲ': "g", 'ゴ': "g",
	'サ': "s", 'シ': "s", 'ス': "s", 'セ': "s", 'ソ': "s", 'ザ': "s", 'ジ': "j", 'ズ': "s", 'ゼ': "s", 'ゾ': "s",
	'タ': "t", 'チ': "c", 'ツ': "t", 'テ': "t", 'ト': "t", 'ダ': "d", 'ヂ': "j", 'ヅ': "s", 'デ': "d", 'ド': "d",
	'ナ': "n", 'ニ': "n", 'ヌ': "n", 'ネ': "n", 'ノ': "n", 'ハ': "h", 'ヒ': "h", 'フ': "h", 'ヘ': "h", 'ホ': "h",
	'バ': "b", 'ビ': "b", 'ブ': "b", 'ベ': "b", 'ボ': "b", 'パ': "p", 'ピ': "p", 'プ': "p", 'ペ': "p", 'ポ': "p",
	'マ': "m", 'ミ': "m", 'ム': "m", 'メ': "m", 'モ': "m", 'ラ': "r", 'リ': "r", 'ル': "r", 'レ': "r", 'ロ': "r",
	'ン': "n", 'ヴ': "b",
}

// latin are the same of English letters, the longest first.
var latin = strings.NewReplacer("sch", "s", "tch", "c", "sh", "s", "ch", "c", "th", "s", "ph", "h", "ck", "k", "qu", "k", "tion", "sn", "sion", "jn", "x", "ks",
	"ce", "s", "ci", "s", "cy", "s", "ge", "j", "gi", "j", "c", "k", "q", "k", "f", "h", "l", "r", "v", "b", "z", "s")

// silentR is one that only makes its vowel long: スター, star.
var silentR = regexp.MustCompile(`([aeiouy])r([^aeiouy]|$)`)

// soundOf is a word as it is heard; "" if too little is left to tell it by.
func soundOf(word string) string {
	const least = 3
	var out []rune
	foreign := strings.ContainsFunc(word, isKatakana)
	if foreign {
		for _, r := range word {
			out = append(out, []rune(kana[r])...)
		}
	} else {
		word = strings.TrimSuffix(strings.ToLower(word), "s")
		for _, r := range latin.Replace(silentR.ReplaceAllString(word, "$1$2")) {
			if strings.ContainsRune("bcdghjkmnprst", r) {
				out = append(out, r)
			}
		}
	}
	var b strings.Builder
	last := rune(0)
	for _, r := range out {
		if r == 'm' { // コンパス: compass
			r = 'n'
		}
		if r != last {
			b.WriteRune(r)
		}
		last = r
	}
	if sound := strings.TrimRight(b.String(), "rs"); len(sound) >= least { // what many words end with
		return sound
	}
	return ""
}

func isKatakana(r rune) bool { return unicode.Is(unicode.Katakana, r) }

// heard are the terms of the document's words that sound as one in katakana does.
func (d *Document) heard(word string) []string {
	if sound := soundOf(word); sound != "" && strings.ContainsFunc(word, isKatakana) {
		return d.sounds()[sound]
	}
	return nil
}

// readSounds reads them of all rows, heads and captions.
func (d *Document) readSounds() map[string][]string {
	out := map[string][]string{}
	note := func(s string) {
		for _, w := range wordsOf(s) {
			if sound := soundOf(w.text); sound != "" && !slices.Contains(out[sound], w.term) {
				out[sound] = append(out[sound], w.term)
			}
		}
	}
	for _, t := range d.tables {
		note(t.part.Caption)
		for _, c := range t.columns {
			note(strings.Join(c.heads, " "))
		}
		for _, r := range t.rows {
			note(r.written)
		}
	}
	for name := range d.called {
		note(name)
	}
	for name := range d.company {
		note(name)
	}
	return out
}
