//go:build bindings && !desktop

package window

import (
	"context"

	"github.com/wailsapp/wails/v2"
	"github.com/wailsapp/wails/v2/pkg/options"

	"lectern/backend/app"
	"lectern/backend/graph/analyst"
	"lectern/backend/graph/checked"
	"lectern/backend/graph/report"
	"lectern/backend/graph/research"
)

// Available is what the build is for that writes down what crosses to the page: it shows nothing, and opens no data folder.
func Available() (ok bool, why string) { return true, "" }

// Outputs are what workflows make beside an answer: it crosses as JSON of their own form. Nobody calls its methods, they
// are what Wails reads the forms from.
type Outputs struct{}

func (*Outputs) Analyst() (made analyst.Output)   { return made }
func (*Outputs) Checked() (made checked.Output)   { return made }
func (*Outputs) Report() (made report.Output)     { return made }
func (*Outputs) Research() (made research.Output) { return made }

// Open writes down what the page may call, what it is told, and what workflows make.
func (o Options) Open(context.Context) error {
	return wails.Run(&options.App{Bind: []any{o.Bind(&app.Core{Program: &app.Program{}}), &app.Told{}, &Outputs{}}})
}
