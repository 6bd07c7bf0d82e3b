package report

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// mark is how a source is cited.
func mark(number int) string { return fmt.Sprintf("S%d", number) }

// marker reads a draft as a model writes it, and hands on its text and its citations apart. Citations are [S2], [S2, S5],
// [S2][S5], 【S2】, and, as models forget the letter, [2]. One of a source that was not given is dropped and counted.
// Brackets inside code are text.
type marker struct {
	given []int
	say   func(text string)
	cite  func(number int)

	dropped int
	held    string // may be the beginning of a mark
	fence   bool
	tick    bool
}

const maxMark = 60 // bytes

var (
	citation = regexp.MustCompile(`(?i)^[\[【［]\s*(?:(?:sources?|quellen?|出典)\s*:?\s*)?[Ss]?\s?\d{1,3}(?:\s*(?:,|;|、|，|and|und|-|–)\s*[Ss]?\s?\d{1,3})*\s*[\]】］]$`)
	number   = regexp.MustCompile(`\d{1,3}|[-–]`)
)

func (m *marker) write(piece string) {
	m.held += piece
	for m.held != "" {
		i := strings.IndexAny(m.held, "[【［`")
		if i != 0 {
			if i < 0 {
				i = len(m.held)
			}
			m.say(m.held[:i])
			m.held = m.held[i:]
			continue
		}
		if m.held[0] == '`' {
			run := len(m.held) - len(strings.TrimLeft(m.held, "`"))
			if run == len(m.held) && run < 3 {
				return // more may follow
			}
			m.code(run)
			m.say(m.held[:run])
			m.held = m.held[run:]
			continue
		}
		_, size := utf8.DecodeRuneInString(m.held)
		end := strings.IndexAny(m.held[size:], "]】］\n[")
		if end < 0 && len(m.held) <= maxMark && !m.fence && !m.tick {
			return // it isn't over yet
		}
		stop := size
		if end >= 0 {
			if r, n := utf8.DecodeRuneInString(m.held[size+end:]); r == ']' || r == '】' || r == '］' {
				stop = size + end + n
			}
		}
		m.bracket(m.held[:stop])
		m.held = m.held[stop:]
	}
}

// close hands on what was held back; the beginning of a mark that never ended is dropped.
func (m *marker) close() {
	rest := m.held
	if m.held = ""; strings.HasPrefix(rest, "`") || len(rest) > 8 {
		m.say(rest)
	}
}

func (m *marker) code(run int) {
	switch {
	case run >= 3:
		m.fence, m.tick = !m.fence, false
	case !m.fence && run == 1:
		m.tick = !m.tick
	}
}

func (m *marker) bracket(text string) {
	if m.fence || m.tick || !citation.MatchString(text) {
		m.say(text)
		return
	}
	last, through := 0, false
	for _, part := range number.FindAllString(text, -1) {
		n, err := strconv.Atoi(part)
		if err != nil {
			through = true
			continue
		}
		const widest = 10
		if through && n > last && n-last < widest {
			for k := last + 1; k < n; k++ {
				m.one(k)
			}
		}
		m.one(n)
		last, through = n, false
	}
}

func (m *marker) one(n int) {
	if slices.Contains(m.given, n) {
		m.cite(n)
	} else {
		m.dropped++
	}
}

var (
	links      = regexp.MustCompile(`!?\[([^\]\n]*)\]\([^)\n]*\)`)
	angled     = regexp.MustCompile(`<((?:https?|ftp|file|mailto|javascript|data):[^>\s]*)>`)
	references = regexp.MustCompile(`(?m)^\s{0,3}\[[^\]\n]+\]:\s.*\n?`)
	bare       = regexp.MustCompile(`(?i)\b(?:https?|ftp|file)://[^\s<>"'\])]+|\bwww\.[^\s<>"'\])]+`)
	tags       = regexp.MustCompile(`</?[A-Za-z!][^>\n]*>`)
)

// clean takes out of a draft what could lead away from it: links, pictures, HTML. Their words stay.
func clean(draft string) string {
	draft = references.ReplaceAllString(draft, "")
	draft = links.ReplaceAllStringFunc(draft, func(l string) string {
		words := links.FindStringSubmatch(l)[1]
		if bracketed := "[" + words + "]"; citation.MatchString(bracketed) {
			return bracketed
		}
		return words
	})
	draft = angled.ReplaceAllString(draft, "$1")
	draft = tags.ReplaceAllString(draft, "")
	var b strings.Builder
	for line := range strings.Lines(draft) {
		if !strings.Contains(line, "`") {
			line = bare.ReplaceAllString(line, "`$0`") // what shows Markdown would make links of them
		}
		b.WriteString(line)
	}
	return strings.TrimSpace(b.String())
}

// marked writes a draft with its citations as [S#], without those that don't resolve, and says which it cites, in the
// order of their first use.
func marked(draft string, given []int) (text string, cited []int, dropped int) {
	var b strings.Builder
	m := &marker{given: given, say: func(t string) { b.WriteString(t) }}
	m.cite = func(n int) {
		if !slices.Contains(cited, n) {
			cited = append(cited, n)
		}
		if end := "[" + mark(n) + "]"; !strings.HasSuffix(b.String(), end) {
			b.WriteString(end)
		}
	}
	m.write(draft)
	m.close()
	return strings.TrimSpace(b.String()), cited, m.dropped
}
