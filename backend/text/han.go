package text

import (
	"strings"
	"unicode"

	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/simplifiedchinese"
)

// askedInChinese are characters that Chinese asks and points with, in simplified and in traditional writing. Japanese has no use
// for them.
const askedInChinese = "吗嗎呢哪们們这這么麼谁怎您"

// kanji tells whether texts without any kana, such as headings and what is typed to be searched, are Japanese rather than
// Chinese: by the characters that stand in the one country's standard and not in the other's (JIS X 0208, GB 2312), as 売 and 卖
// do. Where all stand in both (金利), they count as Chinese, which is written so more often.
func kanji(texts ...string) bool {
	const sure = 3 // a name may be written as the other country does
	const most = 400
	jis, gb := japanese.ShiftJIS.NewEncoder(), simplifiedchinese.HZGB2312.NewEncoder()
	lead, seen := 0, 0
	for _, text := range texts {
		for _, r := range text {
			if !unicode.Is(unicode.Han, r) {
				continue
			}
			if strings.ContainsRune(askedInChinese, r) {
				return false
			}
			_, notJapanese := jis.String(string(r))
			_, notChinese := gb.String(string(r))
			switch {
			case notJapanese == nil && notChinese != nil:
				lead++
			case notJapanese != nil && notChinese == nil:
				lead--
			}
			if seen++; seen == most || lead == sure || lead == -sure {
				return lead > 0
			}
		}
	}
	return lead > 0
}
