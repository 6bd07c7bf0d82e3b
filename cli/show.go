package cli

import (
	"errors"
	"fmt"
	"strings"

	"lectern/backend/app"
	"lectern/backend/messages"
	"lectern/backend/store"
)

type showCommand struct {
	Name  string `arg:"" help:"Name as \"lectern list\" shows it."`
	Page  int    `placeholder:"N" help:"The text of this page, counted from 1."`
	Again bool   `help:"First read its file again, as after tesseract was installed."`

	Hidden string `placeholder:"use|leave" help:"Read its file again with the text that isn't shown on its pages, or without it."`
}

// Validate is called by the parser.
func (c *showCommand) Validate() error {
	if c.Page < 0 {
		return messages.Error("cli.page-too-small")
	}
	if c.Hidden != "" && c.Hidden != "use" && c.Hidden != "leave" {
		return messages.Error("cli.hidden-use-or-leave")
	}
	return nil
}

// certificateLine is how a document was read in JSON.
type certificateLine struct {
	Name string `json:"name"`
	ID   string `json:"id"`
	app.ReadingReport
}

// pageLine is a page in JSON.
type pageLine struct {
	store.Verdict
	Heading string         `json:"heading"`
	Text    string         `json:"text"`
	Unseen  []store.Hidden `json:"unseen"` // text on it that nobody sees
}

func (c *showCommand) Run(e *env) error {
	bar := newBar(e)
	core, err := e.openShowing(bar)
	if err != nil {
		return err
	}
	defer core.Close()
	d, err := core.Named(c.Name)
	if err != nil {
		return err
	}
	if d.Failed != "" {
		return errors.New(d.Failed)
	}
	if c.Again || c.Hidden != "" {
		bar.start(1)
		err = again(e, core, d, c.Hidden)
		bar.clear()
	}
	if err != nil {
		return err
	}
	if d, err = core.Named(c.Name); err != nil { // as it is now
		return err
	}
	certificate, err := core.Workspace.Readings.Of(d.ID)
	if err != nil {
		return err
	}
	if c.Page > 0 {
		return c.page(e, core, d, certificate)
	}
	if e.json {
		told, err := core.ReadingReport(d.ID)
		if err != nil {
			return err
		}
		return e.print(certificateLine{d.Name, d.ID, told})
	}
	_, err = fmt.Fprintf(e.Stdout, "%s\n%s%s", d.Name, certificateText(certificate), hiddenHint(d, certificate))
	return err
}

// certificateText is a certificate for a person to read: its summary, then the pages that aren't plainly confirmed.
func certificateText(c store.ReadingReport) string {
	if len(c.Pages) == 0 {
		return messages.Text("cli.no-account") + "\n"
	}
	var b strings.Builder
	b.WriteString(c.Summary() + ".")
	if !c.Compared {
		b.WriteString(messages.Text("cli.second-reader-to-come"))
	}
	b.WriteString("\n")
	for _, p := range c.Pages {
		if p.Verdict != store.Confirmed && p.Verdict != store.Blank || p.Hidden != "" {
			fmt.Fprintf(&b, "  p. %s: %s. %s\n", p.Label, p.Verdict, strings.TrimSpace(p.Why+" "+p.Hidden))
		}
	}
	return b.String()
}

// hiddenHint says what can be done about text that isn't shown.
func hiddenHint(d store.Document, c store.ReadingReport) string {
	switch {
	case len(c.Pages) > 0 && !c.HiddenSearched:
		return messages.Text("cli.unseen-not-looked-for") + "\n"
	case d.UseHidden:
		return messages.Text("cli.unseen-used") + "\n"
	case d.Hidden > 0:
		return messages.Text("cli.unseen-left-out") + "\n"
	}
	return ""
}

// again reads a document's file again. hidden says whether text that isn't shown is used from now on; "" leaves that as it
// is.
func again(e *env, core *app.Core, d store.Document, hidden string) error {
	unembedded, err := core.ReadAgain(e.ctx, d.ID, hidden == "use" || hidden == "" && d.UseHidden)
	if unembedded != nil {
		fmt.Fprintln(e.Stderr, messages.Text("cli.not-all-embedded"), unembedded)
	}
	return err
}

func (c *showCommand) page(e *env, core *app.Core, d store.Document, certificate store.ReadingReport) error {
	page, err := core.Workspace.Pages.Get(d.ID, c.Page)
	if errors.Is(err, store.ErrNotFound) {
		return messages.Error("cli.no-page", messages.Args{"name": d.Name, "page": c.Page, "pages": d.Pages})
	} else if err != nil {
		return err
	}
	var v store.Verdict
	if c.Page <= len(certificate.Pages) {
		v = certificate.Pages[c.Page-1]
	}
	if e.json {
		return e.print(pageLine{v, page.Heading, page.Text, append([]store.Hidden{}, page.Hidden...)})
	}
	if why := strings.TrimSpace(v.Why + " " + v.Hidden); why != "" {
		fmt.Fprintf(e.Stderr, "%s: %s\n", v.Verdict, why)
	}
	text := page.Text + "\n"
	for _, h := range page.Hidden {
		text += "\n--- " + messages.Text("cli.unseen", messages.Args{"how": h.How}) + " ---\n" + h.Text + "\n"
	}
	_, err = fmt.Fprint(e.Stdout, text)
	return err
}
