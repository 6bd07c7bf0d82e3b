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

// leastSound is how many consonants tell a word, and leastName a company's name.
const leastSound, leastName = 3, 2

// soundOf is a word as it is heard; "" if less is left than it is told by.
func soundOf(word string, least int) string {
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
	if sound := strings.TrimRight(b.String(), "r"); len(sound) >= least { // what many words end with
		return sound
	}
	return ""
}

func isKatakana(r rune) bool { return unicode.Is(unicode.Katakana, r) }

// heard are the terms of the document's words that sound as one in katakana does.
func (d *Document) heard(word string) []string {
	if !strings.ContainsFunc(word, isKatakana) {
		return nil
	}
	sounds := d.sounds()
	if found := sounds[soundOf(word, leastSound)]; found != nil {
		return found
	}
	return sounds[soundOf(strings.TrimRight(word, "スズ"), leastSound)] // of many: フレキシブルズ
}

// readSounds reads them of all rows, heads and captions.
func (d *Document) readSounds() map[string][]string {
	out := map[string][]string{}
	add := func(sound, term string) {
		if sound != "" && !slices.Contains(out[sound], term) {
			out[sound] = append(out[sound], term)
		}
	}
	note := func(s string) {
		all := wordsOf(s)
		for i, w := range all {
			add(soundOf(w.text, leastSound), w.term)
			if i > 0 && all[i-1].text != w.text { // ラスベガス: Las Vegas
				add(soundOf(all[i-1].text+w.text, leastSound), all[i-1].term)
				add(soundOf(all[i-1].text+w.text, leastSound), w.term)
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
	return out
}

// isHeard tells whether a word in katakana is the company's name.
func (d *Document) isHeard(word string) bool {
	sound := ""
	if strings.ContainsFunc(word, isKatakana) {
		sound = soundOf(word, leastName)
	}
	for _, names := range []map[string]bool{d.called, d.company} {
		for name := range names {
			if sound != "" && soundOf(name, leastName) == sound {
				return true
			}
		}
	}
	return false
}
