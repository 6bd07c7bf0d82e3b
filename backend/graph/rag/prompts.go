package rag

import (
	"io/fs"
	"strings"
	"text/template"

	"lectern/backend/messages"
)

// Prompts reads what lies in the folder prompts of a room. words are what its templates may call beside the usual.
func Prompts(files fs.FS, words template.FuncMap) (*template.Template, error) {
	all, err := template.New("").Funcs(words).ParseFS(files, "prompts/*.md")
	if err != nil {
		return nil, messages.Error("rag.prompts", messages.Args{"error": err})
	}
	return all, nil
}

// Render executes one of a workflow's prompts.
func Render(prompts *template.Template, name string, data any) (string, error) {
	var b strings.Builder
	err := prompts.ExecuteTemplate(&b, name, data)
	return strings.TrimSpace(b.String()), err
}
