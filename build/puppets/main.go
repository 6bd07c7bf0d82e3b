// Puppets writes tiny self-made models with which a real Ollama can be tested: tiny-llama and tiny-qwen3 chat (the second
// can think), tiny-bert makes embeddings. What they say means nothing; how it is said is real.
package main

import (
	_ "embed"
	"fmt"
	"lectern/build/gguf"
	"os"
	"path/filepath"
)

//go:embed chat.template
var chatTemplate string

//go:embed think.template
var thinkTemplate string

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: puppets FOLDER")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "puppets:", err)
		os.Exit(1)
	}
}

// write puts each model into the folder, as NAME.gguf and NAME.Modelfile.
func write(folder string) error {
	const stops = "PARAMETER stop <|im_end|>\nPARAMETER stop <|im_start|>\n"
	for _, m := range []struct {
		name, modelfile string
		model           *gguf.File
	}{
		{"tiny-llama", "TEMPLATE \"\"\"" + chatTemplate + "\"\"\"\n" + stops, chat("llama")},
		{"tiny-qwen3", "TEMPLATE \"\"\"" + thinkTemplate + "\"\"\"\n" + stops, chat("qwen3")},
		{"tiny-bert", "", embedder()},
	} {
		path := filepath.Join(folder, m.name)
		if err := os.WriteFile(path+".gguf", m.model.Bytes(), 0o644); err != nil {
			return err
		}
		// Two threads on two busy cores wait for each other: one is up to 300 times faster.
		text := "FROM ./" + m.name + ".gguf\n" + m.modelfile + "PARAMETER num_thread 1\n"
		if err := os.WriteFile(path+".Modelfile", []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}
