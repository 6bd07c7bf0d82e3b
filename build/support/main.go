// Command support measures how well the citation engine tells by words and numbers whether a passage says what a sentence
// claims, on labelled pairs: sentences that are true, reworded, half true, contradicted or about something else. With
// -model it measures the same with a model's opinion on all that words don't prove.
//
//	go run ./build/support [-pairs FILE] [-host URL -model NAME] [-wrong]
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"lectern/backend/eval"
	"lectern/backend/graph/rag"
	"lectern/backend/llm"
	"lectern/backend/proof"
	"lectern/backend/store"
)

// Pair is a sentence with the passage that it is held against.
type Pair struct {
	Language string `json:"language"`
	Kind     string `json:"kind"` // true, reworded, half, contradicted or unrelated
	Part     string `json:"part"` // dev or held
	Passage  string `json:"passage"`
	Sentence string `json:"sentence"`
}

var kinds = []string{"true", "reworded", "half", "contradicted", "unrelated"}

func main() {
	path := flag.String("pairs", "backend/proof/testdata/support.jsonl", "the labelled pairs, a JSON object a line")
	host := flag.String("host", "http://127.0.0.1:11434", "of Ollama")
	model := flag.String("model", "", "that is asked about what words don't prove; none if empty")
	wrong := flag.Bool("wrong", false, "print the pairs that come out wrong")
	flag.Parse()
	if err := run(*path, *host, *model, *wrong); err != nil {
		fmt.Fprintln(os.Stderr, "support:", err)
		os.Exit(1)
	}
}

func run(path, host, model string, wrong bool) error {
	pairs, err := eval.Lines[Pair](path)
	if err != nil {
		return err
	}
	verdicts := make([]proof.Support, len(pairs))
	for i, p := range pairs {
		verdicts[i] = proof.SupportDefaults().Held(p.Sentence, p.Passage)
		if wrong && misjudged(p, verdicts[i]) {
			fmt.Printf("%s %s: %s\n   | %s\n   %s %.2f %s\n", p.Language, p.Kind, p.Sentence, p.Passage, verdicts[i].Verdict, verdicts[i].Score, verdicts[i].Why)
		}
	}
	for _, part := range parts(pairs) {
		fmt.Printf("\n%s, by words and numbers\n", part)
		table(pairs, verdicts, part)
	}
	if err := compare(pairs); err != nil || model == "" {
		return err
	}
	if err := second(pairs, verdicts, host, model); err != nil {
		return err
	}
	for _, part := range parts(pairs) {
		fmt.Printf("\n%s, with the opinion of %s\n", part, model)
		table(pairs, verdicts, part)
	}
	return nil
}

func parts(pairs []Pair) (out []string) {
	for _, p := range pairs {
		if !slices.Contains(out, p.Part) {
			out = append(out, p.Part)
		}
	}
	return out
}

func misjudged(p Pair, s proof.Support) bool {
	switch p.Kind {
	case "true":
		return s.Verdict != store.Verified
	case "reworded":
		return s.Verdict == store.Contradicted
	case "contradicted":
		return s.Verdict != store.Contradicted
	}
	return s.Verdict == store.Verified || s.Verdict == store.Contradicted
}

// table prints what became of each kind, by language, and how well the score parts true sentences from it.
func table(pairs []Pair, verdicts []proof.Support, part string) {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "\tkind\tpairs\tverified\tpartly\tnot found\tcontradicted\tAUC of true against it\tof true and reworded")
	for _, language := range []string{"en", "de", "ja", ""} {
		scores := map[string][]float64{}
		counts := map[string][4]int{}
		for i, p := range pairs {
			if p.Part != part || language != "" && p.Language != language {
				continue
			}
			s := verdicts[i]
			scores[p.Kind] = append(scores[p.Kind], s.Score)
			n := counts[p.Kind]
			switch {
			case s.Verdict == store.Contradicted:
				n[3]++
			case s.Verdict == store.Verified:
				n[0]++
			case s.Verdict == store.Partly:
				n[1]++
			default:
				n[2]++
			}
			counts[p.Kind] = n
		}
		for _, kind := range kinds {
			n := counts[kind]
			auc, both := "", ""
			if kind != "true" {
				auc = fmt.Sprintf("%.3f", areaUnder(scores["true"], scores[kind]))
				if kind != "reworded" {
					both = fmt.Sprintf("%.3f", areaUnder(slices.Concat(scores["true"], scores["reworded"]), scores[kind]))
				}
			}
			fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%d\t%d\t%d\t%s\t%s\n", cmp.Or(language, "all"), kind, len(scores[kind]), n[0], n[1], n[2], n[3], auc, both)
		}
	}
	w.Flush()
}

// areaUnder is the area under the ROC curve: how likely one of the first scores higher than one of the second.
func areaUnder(high, low []float64) float64 {
	if len(high)*len(low) == 0 {
		return 0
	}
	sum := 0.0
	for _, a := range high {
		for _, b := range low {
			switch {
			case a > b:
				sum++
			case a == b:
				sum += .5
			}
		}
	}
	return sum / float64(len(high)*len(low))
}

// second asks a model about what words don't prove, and takes its opinions into the verdicts.
func second(pairs []Pair, verdicts []proof.Support, host, model string) error {
	client, err := llm.New(llm.Config{Host: host})
	if err != nil {
		return err
	}
	var doubted []proof.Doubted
	var at []int
	for i, p := range pairs {
		if verdicts[i].Verdict != store.Verified {
			doubted, at = append(doubted, proof.Doubted{Text: p.Sentence, Passages: []string{p.Passage}}), append(at, i)
		}
	}
	const atOnce = 6
	opinions, failed := map[int]proof.Judgement{}, 0
	for from := 0; from < len(doubted); from += atOnce {
		some, err := rag.Tools{Client: client, Model: model}.Judge(context.Background(), doubted[from:min(from+atOnce, len(doubted))])
		switch {
		case errors.Is(err, llm.ErrFormat):
			failed++
		case err != nil:
			return err
		}
		for k, o := range some {
			opinions[from+k] = o
		}
	}
	fmt.Printf("\n%s was asked about %d sentences and judged %d; %d of its answers had not the form that was asked for\n", model, len(doubted), len(opinions), failed)
	for k, o := range opinions {
		s := &verdicts[at[k]]
		s.Why = strings.TrimSpace(o.Why + " " + s.Why)
		switch o.Verdict {
		case proof.Supported:
			s.Verdict, s.Score = store.Verified, 1+s.Score
		case proof.PartlyTrue:
			s.Verdict = store.Partly
		case proof.Contradicted:
			s.Verdict, s.Score = store.Contradicted, s.Score-1
		default:
			s.Verdict, s.Score = store.NotFound, s.Score-.5
		}
	}
	return nil
}
