package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"lectern/backend/llm"
	"lectern/backend/store/vector"
	"lectern/build/quality/static"
)

// asked is a model on a server.
type asked struct {
	ctx  context.Context
	host string
	name string
}

// pairs are the cosines that a model is known to give to a sentence and its paraphrase, a stranger, and its translation;
// 0: not asked.
type pairs struct{ paraphrase, stranger, translation float64 }

// slack is how far a cosine may be off: other processors add in another order, and other versions round otherwise.
const slack = .03

// near checks an embedding model by sentences whose cosines are known, and measures it.
func near(known pairs) func(asked) (string, error) {
	return func(m asked) (string, error) {
		client, err := llm.New(llm.Config{Host: m.host})
		if err != nil {
			return "", err
		}
		question, _, err := client.Embed(m.ctx, m.name, llm.Query, []string{"How much money did the company earn last year?"}, nil)
		if err != nil {
			return "", err
		}
		passages, _, err := client.Embed(m.ctx, m.name, llm.Document, []string{
			"The firm's annual profit was twelve million dollars.",
			"A cat was sleeping on the warm windowsill.",
			"Der Jahresgewinn der Firma betrug zwölf Millionen Dollar.",
		}, nil)
		if err != nil {
			return "", err
		}
		got := pairs{vector.Cosine(question[0], passages[0]), vector.Cosine(question[0], passages[1]), vector.Cosine(question[0], passages[2])}
		for _, c := range []struct {
			what      string
			is, known float64
		}{{"a paraphrase", got.paraphrase, known.paraphrase}, {"a stranger", got.stranger, known.stranger}, {"a translation", got.translation, known.translation}} {
			if c.known != 0 && math.Abs(c.is-c.known) > slack {
				err = errors.Join(err, fmt.Errorf("the cosine with %s is %.3f, not %.3f", c.what, c.is, c.known))
			}
		}
		if err != nil {
			return "", err
		}
		return embeddingSpeed(m, client)
	}
}

// unserved checks and measures vectors that need no server.
func unserved(folder string) (string, error) {
	e, err := static.Open(folder)
	if err != nil {
		return "", err
	}
	dog := e.Embed("The tenant may keep a dog.")
	if near, far := vector.Cosine(dog, e.Embed("Pets are allowed in the flat.")), vector.Cosine(dog, e.Embed("Net sales rose by a tenth.")); near < far+.1 {
		return "", fmt.Errorf("the cosine with a paraphrase is %.3f, with a stranger %.3f", near, far)
	}
	const n = 2000
	texts := passages(n)
	begun := time.Now()
	for _, text := range texts {
		e.Embed(text)
	}
	return fmt.Sprintf("%.0f passages/s", n/time.Since(begun).Seconds()), nil
}

// passages are of the length that documents are cut into, some 200 tokens.
func passages(n int) (texts []string) {
	for i := range n {
		texts = append(texts, fmt.Sprintf("%d. ", i)+strings.Repeat("The company reported net revenue of $12.5 million in fiscal 2022, driven by higher volumes in its packaging segment and by price increases. ", 6))
	}
	return texts
}

func embeddingSpeed(m asked, client *llm.Client) (string, error) {
	const n = 32
	texts := passages(n)
	begun := time.Now()
	if _, _, err := client.Embed(m.ctx, m.name, llm.Document, texts, nil); err != nil {
		return "", err
	}
	return fmt.Sprintf("%.0f passages/s", n/time.Since(begun).Seconds()), nil
}

// chats checks a chat model: asked twice without chance it must say the same, and the word in it.
func chats(question, word string) func(asked) (string, error) {
	return func(m asked) (string, error) {
		client, err := llm.New(llm.Config{Host: m.host, NumCtx: 2048})
		if err != nil {
			return "", err
		}
		ask := func(text string) (llm.Reply, time.Duration, time.Duration, error) {
			begun, first := time.Now(), time.Duration(0)
			reply, err := client.Chat(m.ctx, llm.Request{Model: m.name, MaxTokens: 40, Messages: []llm.Message{{Role: "user", Content: text}}}, func(string) error {
				if first == 0 {
					first = time.Since(begun)
				}
				return nil
			})
			return reply, first, time.Since(begun) - first, err
		}
		one, _, _, err := ask(question)
		if err != nil {
			return "", err
		}
		two, _, _, err := ask(question)
		switch {
		case err != nil:
			return "", err
		case one.Text != two.Text:
			return "", fmt.Errorf("it says %q the first time, %q the second", one.Text, two.Text)
		case !strings.Contains(one.Text, word):
			return "", fmt.Errorf("it says %q, in which %q is missing", one.Text, word)
		}
		long, reading, writing, err := ask(strings.Repeat("The company reported net revenue of $12.5 million in fiscal 2022, driven by higher volumes. ", 30) + "\nTell me more.")
		return fmt.Sprintf("%.0f tokens/s in, %.0f out", float64(long.PromptTokens)/reading.Seconds(), float64(long.AnswerTokens)/writing.Seconds()), err
	}
}
