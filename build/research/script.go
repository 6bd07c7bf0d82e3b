package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/ollama/ollama/api"

	"lectern/backend/llm/llmtest"
	"lectern/backend/store"
	"lectern/backend/store/keyword"
)

// script answers for a model that plans a task for each part of a question, finds in every passage of a gold page what it says
// on the tasks that it is gold for, and nothing in others, and writes all that it is given.
type script struct {
	tasks []string
	gold  map[int][]string       // tasks by page
	pages map[string]map[int]int // of passages: how often a sentence stands on which page
	mu    sync.Mutex
	read  map[int]bool // pages of which a passage was read
}

func newScript(w *store.Workspace, id string, b broad) (*script, error) {
	s := &script{gold: map[int][]string{}, pages: map[string]map[int]int{}, read: map[int]bool{}}
	for _, q := range b.parts {
		task := strings.Join(strings.Fields(q.Text), " ")
		if r := []rune(task); len(r) > mostTask {
			task = string(r[:mostTask])
		}
		s.tasks = append(s.tasks, task)
		for _, g := range q.Gold {
			s.gold[g.Page] = append(s.gold[g.Page], task)
		}
	}
	passages, err := w.Passages.Of(id)
	if err != nil {
		return nil, err
	}
	for i := range passages {
		texts, err := w.Passages.Texts([]store.Ref{{Document: id, Passage: i}})
		if err != nil {
			return nil, err
		}
		for _, t := range texts {
			for _, sentence := range t.Sentences {
				key := plain(sentence)
				if s.pages[key] == nil {
					s.pages[key] = map[int]int{}
				}
				s.pages[key][t.Page]++
			}
		}
	}
	return s, nil
}

// mostTask is how long a task may be, in characters: as long as a person's would be.
const mostTask = 280

var (
	letters  = regexp.MustCompile(`[^\pL\pN]+`)
	blocks   = regexp.MustCompile(`(?s)<knowledge_base id="(\d+)"[^>]*>\n(.*?)\n</knowledge_base>`)
	sentence = regexp.MustCompile(`(?m)^(\d+)\. (.*)$`)
	listed   = regexp.MustCompile(`(?s)<tasks>\n(.*?)</tasks>`)
)

func plain(s string) string { return letters.ReplaceAllString(s, "") }

func (s *script) reply(r api.ChatRequest) llmtest.Reply {
	prompt := r.Messages[len(r.Messages)-1].Content
	said := func(v any) llmtest.Reply {
		raw, err := json.Marshal(v)
		if err != nil {
			return llmtest.Reply{Error: err.Error()}
		}
		return llmtest.Reply{Text: string(raw)}
	}
	switch llmtest.Purpose(r) {
	case "analyze query":
		return said(map[string]any{"concepts": s.tasks[:1], "entities": []string{}, "scope": "", "language": "English", "clarification_needed": false, "clarification": ""})
	case "plan":
		return said(map[string]any{"tasks": s.tasks})
	case "queries":
		task := s.tasks[0]
		for _, t := range s.tasks {
			if strings.Contains(plain(prompt), plain(t)) {
				task = t
			}
		}
		return said(map[string]any{"queries": []string{strings.Join(keyword.ContentWords(task), " ")}})
	case "extract":
		return said(s.extract(prompt))
	case "references":
		return said(map[string]any{"references": []string{}})
	case "gate":
		return said(map[string]any{"reason": "", "follow": true})
	case "reevaluate":
		return said(map[string]any{"findings": "It was found.", "contradictions": []string{}, "gap": "", "queries": []string{}, "tasks": []string{}})
	case "outline":
		return said(map[string]any{"sections": []map[string]any{{"group": 1, "heading": "First"}}})
	case "quality":
		return said(map[string]any{"faults": []string{}, "factual_accuracy": 90, "semantic_validity": 90, "structure": 90, "citations": 90, "relevance": 90})
	case "synthesize":
		var b strings.Builder
		for _, block := range blocks.FindAllStringSubmatch(prompt, -1) {
			for line := range strings.SplitSeq(block[2], "\n") {
				fmt.Fprintf(&b, "- %s [%s]\n", line, block[1])
			}
		}
		return llmtest.Reply{Text: b.String()}
	case "opening":
		return llmtest.Reply{Text: "The sections say it."}
	}
	return llmtest.Reply{Error: "nobody expected this call: " + llmtest.Purpose(r)}
}

// extract reads the blocks of a prompt.
func (s *script) extract(prompt string) any {
	type passage struct {
		Passage   int     `json:"passage"`
		Relevance float64 `json:"relevance"`
	}
	type line struct {
		Passage   int    `json:"passage"`
		Text      string `json:"text"`
		Sentences []int  `json:"sentences"`
		Tasks     []int  `json:"tasks"`
	}
	passages, lines := []passage{}, []line{}
	tasks := strings.Split(strings.TrimSpace(listed.FindStringSubmatch(prompt)[1]), "\n")
	for i, block := range blocks.FindAllStringSubmatch(prompt, -1) {
		found := sentence.FindAllStringSubmatch(block[2], -1)
		page := s.pageOf(found)
		s.mu.Lock()
		s.read[page] = true
		s.mu.Unlock()
		var on []int
		for n, t := range tasks {
			_, t, _ = strings.Cut(t, ". ")
			if slices.ContainsFunc(s.gold[page], func(g string) bool { return plain(g) == plain(t) }) {
				on = append(on, n+1)
			}
		}
		p := passage{Passage: i + 1}
		if len(on) > 0 {
			p.Relevance = 1
			for n, f := range found[:min(len(found), mostLines)] {
				lines = append(lines, line{i + 1, f[2], []int{n + 1}, on})
			}
		}
		passages = append(passages, p)
	}
	return map[string]any{"passages": passages, "lines": lines}
}

// mostLines of a passage are told, as the workflow asks for.
const mostLines = 12

// pageOf is the page that most of the sentences of a block stand on.
func (s *script) pageOf(found [][]string) (page int) {
	votes, most := map[int]int{}, 0
	for _, f := range found {
		for p := range s.pages[plain(f[2])] {
			votes[p]++
		}
	}
	for p, n := range votes {
		if n > most || n == most && p < page {
			page, most = p, n
		}
	}
	return page
}
