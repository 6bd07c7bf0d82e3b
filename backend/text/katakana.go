package text

import (
	"regexp"
	"strings"
	"unicode"
)

// Japanese writes names of other languages by their sound: ハミルトン is Hamilton. What is left of both when vowels go and
// sounds that Japanese doesn't tell apart (l and r, b and v, h and f, s and th) are one is compared. Which syllable is
// written how: 外来語の表記 (Cabinet notice of 1991), romanised after Hepburn.

// kanaSounds are the consonants of syllables; small ones after another change its vowel alone.
var kanaSounds = map[rune]string{
	'カ': "k", 'キ': "k", 'ク': "k", 'ケ': "k", 'コ': "k", 'ガ': "g", 'ギ': "g", 'グ': "g", 'ゲ': "g", 'ゴ': "g",
	'サ': "s", 'シ': "s", 'ス': "s", 'セ': "s", 'ソ': "s", 'ザ': "s", 'ジ': "j", 'ズ': "s", 'ゼ': "s", 'ゾ': "s",
	'タ': "t", 'チ': "c", 'ツ': "t", 'テ': "t", 'ト': "t", 'ダ': "d", 'ヂ': "j", 'ヅ': "s", 'デ': "d", 'ド': "d",
	'ナ': "n", 'ニ': "n", 'ヌ': "n", 'ネ': "n", 'ノ': "n", 'ハ': "h", 'ヒ': "h", 'フ': "h", 'ヘ': "h", 'ホ': "h",
	'バ': "b", 'ビ': "b", 'ブ': "b", 'ベ': "b", 'ボ': "b", 'パ': "p", 'ピ': "p", 'プ': "p", 'ペ': "p", 'ポ': "p",
	'マ': "m", 'ミ': "m", 'ム': "m", 'メ': "m", 'モ': "m", 'ラ': "r", 'リ': "r", 'ル': "r", 'レ': "r", 'ロ': "r",
	'ン': "n", 'ヴ': "b",
}

// englishSounds are the same of English letters, the longest first.
var englishSounds = strings.NewReplacer("sch", "s", "tch", "c", "sh", "s", "ch", "c", "th", "s", "ph", "h", "ck", "k", "qu", "k", "tion", "sn", "sion", "jn", "x", "ks",
	"ce", "s", "ci", "s", "cy", "s", "ge", "j", "gi", "j", "c", "k", "q", "k", "f", "h", "l", "r", "v", "b", "z", "s")

// silentR is one that only makes its vowel long: スター, star.
var silentR = regexp.MustCompile(`([aeiouy])r([^aeiouy]|$)`)

// Sound is a word in Latin letters or katakana as Japanese hears it: its consonants; "" if there are fewer of them than least.
func Sound(word string, least int) string {
	var out []rune
	foreign := strings.ContainsFunc(word, Katakana)
	if foreign {
		for _, r := range word {
			out = append(out, []rune(kanaSounds[r])...)
		}
	} else {
		word = strings.TrimSuffix(strings.ToLower(word), "s")
		for _, r := range englishSounds.Replace(silentR.ReplaceAllString(word, "$1$2")) {
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

// Katakana tells whether a character is one of the script in which Japanese writes foreign words.
func Katakana(r rune) bool { return unicode.Is(unicode.Katakana, r) }
