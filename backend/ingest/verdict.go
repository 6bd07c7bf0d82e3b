package ingest

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"lectern/backend/messages"
	"lectern/backend/store"
	"lectern/backend/text"
)

// The rules of verdicts. They come from 697 real files whose text was compared with that of other programs: together
// with the comparison of two readers they found 42 of 50 files whose text is bad, with 7 false alarms.
const (
	fewChars      = 25  // a page with fewer needs a second look
	strangeMost   = .01 // share of characters that can't be text: U+FFFD, control, private use
	unmappedMost  = .02 // share of which the file doesn't say what they are
	wordMost      = 9.5 // mean length of words in Latin letters
	longWord      = 25  // letters of a word that is too long
	longMost      = .03 // share of the letters that stand in such words
	singleMost    = .45 // share of words that are single letters
	stopLeast     = .04 // share of words that are stop words, in running text
	proseWords    = 80  // words that a page needs for the last rule
	figuresMost   = .15 // share of words with digits: more is a table
	alike         = .98 // Dice coefficient of three-letter sequences from which two readers agree
	wholly        = .95 // share of the second reader\'s sequences that the first has, from which it read a part
	pictureCovers = .3  // share of the page that makes a picture what the page is about
	lettersMake   = 20  // marks in rows that make a picture one with something to read in it
)

// judge gives a page's verdict before another reader has seen it. strange counts the characters that can't be text in
// what the reader gave.
func judge(r read, p store.Page, reader string) store.Verdict {
	v := store.Verdict{Page: p.Number, Label: p.Label, Verdict: store.Single, Why: messages.Text("ingest.page-no-second-reader"), Reader: reader, Chars: lettersIn(p.Text)}
	doubt := func(why string) store.Verdict {
		v.Verdict, v.Why = store.Doubtful, why
		return v
	}
	all, strange := r.page.Characters()
	noOCR := func(why string) string { return strings.TrimSpace(why + " " + r.noOCR) }
	switch {
	case r.beside && r.ocr != "":
		v.Verdict, v.Why, v.Reader = store.OCR, messages.Text("ingest.page-picture-recognised"), r.ocr
		return v
	case r.ocr != "":
		v.Verdict, v.Why, v.Reader = store.OCR, messages.Text("ingest.page-recognised"), r.ocr
		return v
	case r.failed:
		v.Verdict, v.Why, v.Reader = store.Unreadable, messages.Text("ingest.page-damaged"), ""
		return v
	case all == 0 && !r.blank():
		v.Verdict, v.Why, v.Reader = store.Unreadable, noOCR(messages.Text("ingest.page-picture-only")), ""
		return v
	case all == 0 && reader == plainReader: // which sees no pictures
		v.Why = messages.Text("ingest.page-empty")
		return v
	case all == 0:
		v.Verdict, v.Why, v.Reader = store.Blank, "", ""
		return v
	case float64(strange) > strangeMost*float64(all):
		return doubt(noOCR(messages.Text("ingest.page-no-characters")))
	case float64(r.page.Unmapped) > unmappedMost*float64(all):
		return doubt(noOCR(messages.Text("ingest.page-unknown-signs")))
	case all < fewChars && r.mostlyPicture():
		return doubt(noOCR(messages.Text("ingest.page-mostly-picture")))
	case all < fewChars && r.page.Odd():
		return doubt(noOCR(messages.Text("ingest.page-no-words")))
	}
	if why := oddWords(p.Text); why != "" {
		return doubt(why)
	}
	if r.lettered() {
		v.Verdict, v.Why = store.Picture, noOCR(messages.Text("ingest.page-picture-unread"))
	}
	return v
}

// oddWords tells what is odd about the words of a text in Latin letters; "" if nothing is.
func oddWords(s string) string {
	var words, letters, long, single, stops, figures int
	for word := range strings.FieldsSeq(s) {
		w, n, figure := latin(word)
		if figure {
			figures++
		}
		if n == 0 {
			continue
		}
		words++
		letters += n
		switch {
		case n > longWord:
			long += n
		case n == 1:
			single++
		}
		if text.Frequent(strings.ToLower(w)) {
			stops++
		}
	}
	if words < fewChars {
		return ""
	}
	share := func(a, b int) float64 { return float64(a) / float64(max(b, 1)) }
	switch {
	case share(letters, words) > wordMost, share(long, letters) > longMost:
		return messages.Text("ingest.page-words-joined")
	case share(single, words) > singleMost:
		return messages.Text("ingest.page-words-apart")
	case words >= proseWords && share(figures, words+figures) < figuresMost && share(stops, words) < stopLeast:
		return messages.Text("ingest.page-no-language")
	}
	return ""
}

// latin is the word in a field without what stands around it, and its length in characters, which is 0 if it is no word
// in Latin letters; or it is a figure: there are digits in the field.
func latin(field string) (word string, n int, figure bool) {
	from, to := len(field), 0 // of the letters
	for i, r := range field {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= utf8.RuneSelf && unicode.IsLetter(r):
			from, to = min(from, i), i+utf8.RuneLen(r)
		case r >= '0' && r <= '9', r >= utf8.RuneSelf && unicode.IsDigit(r):
			return "", 0, true
		}
	}
	if from >= to {
		return "", 0, false
	}
	word = field[from:to]
	for _, r := range word {
		switch {
		case r == '/', r == '@', r == '\\', r == '_', r == '.', r >= utf8.RuneSelf && unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r):
			return "", 0, false
		}
		n++
	}
	return word, n, false
}

// Compare finishes verdicts with the letters that a second reader found on each page, by its number; a page that it
// couldn't read has none.
func Compare(c store.ReadingReport, pages func(n int) (store.Page, error), letters map[int]string) (store.ReadingReport, error) {
	c.Pages = append([]store.Verdict{}, c.Pages...)
	c.Compared = true
	for i, v := range c.Pages {
		switch v.Verdict {
		case store.Single, store.Doubtful, store.Picture, store.Blank:
		default:
			continue
		}
		p, err := pages(v.Page)
		if err != nil {
			return c, err
		}
		theirs, read := letters[v.Page]
		read = read && (theirs != "" || v.Chars == 0)
		if v.Reader == plainReader {
			if v.Verdict == store.Single {
				v.Why = messages.Text("ingest.page-only-second-reader")
			}
			c.Pages[i] = v
			continue
		}
		c.Pages[i] = compared(v, p, theirs, read)
	}
	return c, nil
}

// compared is a page's verdict once the letters that a second reader found on it are known; read says that it could read
// the page.
func compared(v store.Verdict, p store.Page, theirs string, read bool) store.Verdict {
	ours := bare(p.Text)
	theirs = withoutBreaks(ours, theirs)
	like, part := dice(ours, theirs)
	if like < alike && !v.HiddenUsed { // it reads what nobody sees, too
		seen := theirs
		for _, h := range p.Hidden {
			for line := range strings.Lines(h.Text) {
				seen = strings.Replace(seen, bare(line), "", 1)
			}
		}
		if l, of := dice(ours, seen); l > like {
			like, part, theirs = l, of, seen
		}
	}
	switch {
	case !read && v.Verdict == store.Single && v.Chars > 0:
		v.Why = messages.Text("ingest.page-second-reader-failed")
	case ours == "" && theirs == "" && v.Verdict == store.Single:
		v.Verdict, v.Why = store.Confirmed, ""
	case !read:
	case like >= alike && v.Verdict == store.Single:
		v.Verdict, v.Why = store.Confirmed, ""
	case like < alike && part >= wholly && v.Verdict == store.Picture:
	case like < alike && part >= wholly && v.Verdict == store.Single:
		v.Why = messages.Text("ingest.page-second-reader-part", messages.Args{"read": len([]rune(theirs)), "all": v.Chars})
	case like < alike:
		v.Verdict, v.Why = store.Doubtful, strings.TrimSpace(doubted(v)+" "+messages.Text("ingest.page-readers-differ", messages.Args{"percent": fmt.Sprintf("%.0f", 100*like)}))
	}
	return v
}

func doubted(v store.Verdict) string {
	if v.Verdict == store.Doubtful || v.Verdict == store.Picture {
		return v.Why
	}
	return ""
}

// withoutBreaks is the letters of the second reader's lines. At the end of some it gives a letter that isn't there: the
// line's break, read in the font's encoding. It is left out where the line stands on the page without it, and not with it.
func withoutBreaks(ours, theirs string) string {
	var b strings.Builder
	for line := range strings.Lines(theirs) {
		letters := bare(line)
		if _, size := utf8.DecodeLastRuneInString(letters); !strings.Contains(ours, letters) && strings.Contains(ours, letters[:len(letters)-size]) {
			letters = letters[:len(letters)-size]
		}
		b.WriteString(letters)
	}
	return b.String()
}

// bare is a text's letters and digits in one form, without what readers write differently: spaces and hyphens.
func bare(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, norm.NFKC.String(text))
}

func lettersIn(text string) (n int) {
	for _, r := range text {
		if r > ' ' && r < utf8.RuneSelf || !unicode.IsSpace(r) {
			n++
		}
	}
	return n
}

// dice is how much two texts have in common: twice the number of sequences of three letters that are in both, by the
// number of all (Dice 1945), and how much of the second is in the first; both from 0 to 1. Neither the order of longer
// parts nor the direction of writing counts, as readers differ in both.
func dice(a, b string) (like, part float64) {
	x, y := []rune(a), []rune(b)
	const n = 3
	if len(x) < n || len(y) < n {
		if a == b {
			return 1, 1
		}
		return 0, 0
	}
	key := func(t []rune) [n]rune { // the middle one, and the others in one order
		return [n]rune{min(t[0], t[2]), t[1], max(t[0], t[2])}
	}
	seen := map[[n]rune]int{}
	for i := 0; i+n <= len(x); i++ {
		seen[key(x[i:i+n])]++
	}
	common := 0
	for i := 0; i+n <= len(y); i++ {
		if k := key(y[i : i+n]); seen[k] > 0 {
			seen[k]--
			common++
		}
	}
	return 2 * float64(common) / float64(len(x)+len(y)-2*(n-1)), float64(common) / float64(len(y)-n+1)
}
