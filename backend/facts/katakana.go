package facts

import (
	"slices"
	"strings"

	"lectern/backend/text"
)

// leastSound is how many consonants tell a word, and leastName a company's name.
const leastSound, leastName = 3, 2

// heard are the terms of the document's words that sound as one in katakana does.
func (d *Document) heard(word string) []string {
	if !strings.ContainsFunc(word, text.Katakana) {
		return nil
	}
	sounds := d.sounds()
	if found := sounds[text.Sound(word, leastSound)]; found != nil {
		return found
	}
	return sounds[text.Sound(strings.TrimRight(word, "スズ"), leastSound)] // of many: フレキシブルズ
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
			add(text.Sound(w.text, leastSound), w.term)
			if i > 0 && all[i-1].text != w.text { // ラスベガス: Las Vegas
				add(text.Sound(all[i-1].text+w.text, leastSound), all[i-1].term)
				add(text.Sound(all[i-1].text+w.text, leastSound), w.term)
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
	if strings.ContainsFunc(word, text.Katakana) {
		sound = text.Sound(word, leastName)
	}
	for _, names := range []map[string]bool{d.called, d.company} {
		for name := range names {
			if sound != "" && text.Sound(name, leastName) == sound {
				return true
			}
		}
	}
	return false
}
