package research

import (
	"context"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lectern/backend/graph/rag"
	"lectern/backend/messages"
)

// The types of references. The model knows the last four.
const (
	Section           = "section"
	Document          = "document"
	External          = "external"
	LegalSection      = "legal_section"
	AcademicNumbered  = "academic_numbered"
	AcademicShortform = "academic_shortform"
	DocumentMention   = "document_mention"
	Nearby            = "nearby" // "as described above"
)

// What became of a reference. "" as long as nothing did.
const (
	Following   = "following" // it is next
	Followed    = "followed"
	NotFollowed = "not_followed"
	NotFound    = "not_found"
)

// Reference is a place in a document that points to another place.
type Reference struct {
	Type     string `json:"type"`
	Target   string `json:"target"`   // "§ 5", "section 4.2", a document's name, an address
	Original string `json:"original"` // as it stands in the text
	Document string `json:"document"` // the document or law that it names; "": none
	Method   string `json:"method"`   // regex or llm
	Pattern  string `json:"pattern"`  // of those, which; "" for a model's

	Task    string   `json:"task"`    // id
	Passage string   `json:"passage"` // where it stands
	Depth   int      `json:"depth"`   // of that passage
	Status  string   `json:"status"`
	Reason  string   `json:"reason"`
	Led     []string `json:"led"` // passages that it led to
}

// Key names what a reference points to, over the whole run.
func (r Reference) Key() string {
	target := r.Target
	if r.Document != "" {
		target += " " + r.Document
	} else if r.Type == Section { // of its own document
		target += " " + strings.Split(r.Passage, "/")[0]
	}
	return r.Type + ":" + plain(target)
}

// visited tells whether it was gone to, found or not.
func (r Reference) visited() bool { return r.Status == Followed || r.Status == NotFound }

// plain is a text in small letters, words apart by one space.
func plain(s string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(`„“”"«»‚‘’'()[]`, r)
	}), " ")
}

// within tells whether one text stands in another as whole words: "§ 5" isn't in "§ 53", nor "section 4" in "section 4.2".
func within(part, whole string) bool {
	for from := 0; part != ""; {
		i := strings.Index(whole[from:], part)
		if i < 0 {
			return false
		}
		start, end := from+i, from+i+len(part)
		before, _ := utf8.DecodeLastRuneInString(whole[:start])
		after, size := utf8.DecodeRuneInString(whole[end:])
		beyond, _ := utf8.DecodeRuneInString(whole[end+size:])
		inWord := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
		if !inWord(before) && !inWord(after) && !(strings.ContainsRune(".,/", after) && unicode.IsDigit(beyond)) {
			return true
		}
		from = start + size1(whole[start:])
	}
	return false
}

func size1(s string) int {
	_, n := utf8.DecodeRuneInString(s)
	return n
}

// same tells whether two references point to the same: by type and target, or because one's words stand in the other's.
func (r Reference) same(o Reference) bool {
	if r.Key() == o.Key() {
		return true
	}
	if r.Pattern != "" && o.Pattern != "" { // patterns tell apart what they find: "§ 5 und 6" is two
		return false
	}
	a, b := plain(r.Original), plain(o.Original)
	if within(a, b) || within(b, a) {
		return true
	}
	a, b = plain(r.Target), plain(o.Target)
	return r.Document == "" && o.Document == "" && (within(a, b) || within(b, a))
}

// join adds references to a list but for those that it has; one that names a document lends its name to its double.
func join(list, more []Reference) []Reference {
	out := slices.Clone(list)
	for _, r := range more {
		i := slices.IndexFunc(out, r.same)
		if i < 0 {
			out = append(out, r)
		} else if out[i].Document == "" && out[i].Status == "" && out[i].Type != External {
			out[i].Document = r.Document
		}
	}
	return out
}

// detect looks for references in the next passage: patterns read all of it. The model reads what was extracted, where words
// there point elsewhere and the patterns found nothing, and the passage is read for the first time.
func (w *Workflow) detect(ctx context.Context, s TaskState) (TaskState, error) {
	p, e, known, err := w.searchable(ctx, s)
	if err != nil {
		return s, err
	}
	var found []Reference
	if w.Config.Method != ByModel {
		found = byPatterns(p.Text.Text, known)
	}
	if text := e.text(); w.Config.Method == ByModel || w.Config.Method == Hybrid && len(found) == 0 && !s.Read[w.unsearched(s)].Again && cues.MatchString(text) {
		var out referencesReply
		if err := w.call(ctx, "references.md", map[string]any{"Anchor": s.Anchor, "Text": text}, &out); err != nil {
			return s, err
		}
		found = join(found, out.in(p.Text.Text+"\n"+text))
	}
	return w.detected(ctx, s, p, found), nil
}

// patternsAlone looks by the patterns where the model doesn't.
func (w *Workflow) patternsAlone(ctx context.Context, s TaskState, err error) (TaskState, error) {
	if err := without(ctx, err, "research.patterns-alone"); err != nil {
		return s, err
	}
	p, _, known, err := w.searchable(ctx, s)
	if err != nil {
		return s, err
	}
	return w.detected(ctx, s, p, byPatterns(p.Text.Text, known)), nil
}

// searchable is the passage to be searched, with its extract and the patterns.
func (w *Workflow) searchable(ctx context.Context, s TaskState) (p rag.Passage, e Extract, known []pattern, err error) {
	rag.StepStarted(ctx, "research.looking-for-references")
	read := s.Read[w.unsearched(s)]
	ps, err := w.Passages([]string{read.Passage})
	if err == nil && len(ps) > 0 { // else the document was removed meanwhile
		p = ps[0]
		err = w.load(read.Extract, &e)
	}
	if err != nil {
		return p, e, nil, err
	}
	r, err := w.registry()
	return p, e, patterns(r.laws()), err
}

func (w *Workflow) detected(ctx context.Context, s TaskState, p rag.Passage, found []Reference) TaskState {
	i := w.unsearched(s)
	s.Searched = i + 1
	for j := range found {
		f := &found[j]
		f.Task, f.Passage, f.Depth = s.Task.ID, s.Read[i].Passage, s.Read[i].Depth
		f.Target, f.Original, f.Document = clip(f.Target, targetLength), clip(f.Original, targetLength), clip(f.Document, targetLength)
	}
	before := len(s.References)
	s.References = join(s.References, found)
	if over := len(s.References) - max(before, w.Config.References); over > 0 {
		s.References = s.References[:len(s.References)-over]
		rag.Note(ctx, "research.references-left-out", messages.Args{"references": messages.Count("count.references", over), "most": w.Config.References})
	}
	done := rag.StepDone
	if len(s.References) == before {
		done = rag.StepIdle
	}
	done(ctx, "research.found-references", messages.Args{"references": messages.Count("count.new-references", len(s.References)-before), "where": inPlace(messages.From(ctx), p)})
	return s
}

func inPlace(say messages.Messages, p rag.Passage) string {
	if p.Name == "" {
		return ""
	}
	return say.Text("research.in-place", messages.Args{"where": where(say, p.Text)})
}

// targetLength is how long a reference may be, in characters.
const targetLength = 160

type referencesReply struct {
	References []referenceReply `json:"references" schema:"maxItems=20"`
}

type referenceReply struct {
	Type     string `json:"type" schema:"enum=legal_section|academic_numbered|academic_shortform|document_mention"`
	Target   string `json:"target" schema:"maxLength=150"`
	Original string `json:"original" schema:"maxLength=200"`
	Document string `json:"document" schema:"maxLength=150"`
}

// in are those references that do stand in a text, of the types that a model is asked for.
func (r referencesReply) in(text string) (out []Reference) {
	text = plain(text)
	for _, x := range r.References {
		ok := slices.Contains([]string{LegalSection, AcademicNumbered, AcademicShortform, DocumentMention}, x.Type)
		if o := plain(x.Original); ok && o != "" && plain(x.Target) != "" && strings.Contains(text, o) {
			out = append(out, Reference{Type: x.Type, Target: x.Target, Original: x.Original, Document: x.Document, Method: "llm"})
		}
	}
	return out
}
