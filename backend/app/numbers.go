package app

import (
	"fmt"
	"strings"

	"lectern/backend/messages"
	"lectern/backend/models"
	"lectern/backend/runs"
)

// Number is one that a workflow works with, as it is set for a single question.
type Number struct {
	Key     string  `json:"key"` // "workflow.name"
	Default float64 `json:"default"`
	Range   string  `json:"range"` // in words
	Title   string  `json:"title"` // in Settings; "": it isn't there
	Help    string  `json:"help"`
}

// Numbers lists those of one workflow, or, without a name, of all.
func Numbers(workflow string) (out []Number, err error) {
	groups, err := runs.Configs(models.Settings{})
	if err != nil {
		return nil, err
	}
	for _, g := range groups {
		for _, f := range g.Fields {
			if workflow == "" || workflow == g.Key {
				out = append(out, Number{g.Key + "." + f.Key, f.Default, f.Range(), f.Title.String(), f.Help.String()})
			}
		}
	}
	if len(out) == 0 {
		return nil, messages.Error("app.no-workflow", messages.Args{"workflow": fmt.Sprintf("%q", workflow), "workflows": strings.Join(runs.Workflows(), ", ")})
	}
	return out, nil
}
