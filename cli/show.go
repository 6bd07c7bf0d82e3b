package cli

import (
	"errors"
	"fmt"
	"strings"

	"lectern/backend/store"
)

type showCommand struct {
	Name  string `arg:"" help:"Name as \"lectern list\" shows it."`
	Page  int    `placeholder:"N" help:"The text of this page, counted from 1."`
	Again bool   `help:"First read its file again, as after tesseract was installed."`
}

// Validate is called by the parser.
func (c *showCommand) Validate() error {
	if c.Page < 0 {
		return errors.New("--page must be at least 1")
	}
	return nil
}

// certificateLine is a document's reading certificate in JSON.
type certificateLine struct {
	Name     string          `json:"name"`
	ID       string          `json:"id"`
	Summary  string          `json:"summary"`
	Compared bool            `json:"compared"` // the second reader has had its turn
	Pages    []store.Verdict `json:"pages"`
}

// pageLine is a page in JSON.
type pageLine struct {
	store.Verdict
	Heading string `json:"heading"`
	Text    string `json:"text"`
}

func (c *showCommand) Run(e *env) error {
	bar := newBar(e)
	core, err := open(e.home, e.workspace, hooks{documents: bar.show})
	if err != nil {
		return err
	}
	defer core.close()
	d, err := core.named(c.Name)
	if err != nil {
		return err
	}
	if d.Failed != "" {
		return errors.New(d.Failed)
	}
	if c.Again {
		bar.start(1)
		err = again(e, core, d.ID)
		bar.clear()
	}
	if err != nil {
		return err
	}
	certificate, err := core.Workspace.Certificate(d.ID)
	if err != nil {
		return err
	}
	if c.Page > 0 {
		return c.page(e, core, d, certificate)
	}
	if e.json {
		return e.print(certificateLine{d.Name, d.ID, certificate.Summary(), certificate.Compared, certificate.Pages})
	}
	_, err = fmt.Fprintf(e.Stdout, "%s\n%s", d.Name, certificateText(certificate))
	return err
}

// certificateText is a certificate for a person to read: its summary, then the pages that aren't plainly confirmed.
func certificateText(c store.Certificate) string {
	if len(c.Pages) == 0 {
		return "It was added by a version that kept no account of how it was read. Read it again with --again.\n"
	}
	var b strings.Builder
	b.WriteString(c.Summary() + ".")
	if !c.Compared {
		b.WriteString(" The second reader has not had its turn yet.")
	}
	b.WriteString("\n")
	for _, p := range c.Pages {
		if p.Verdict != store.Confirmed {
			fmt.Fprintf(&b, "  p. %s: %s. %s\n", p.Label, p.Verdict, p.Why)
		}
	}
	return b.String()
}

// again reads a document's file again, and has it embedded and compared.
func again(e *env, core *Core, id string) error {
	core.Models.Refresh(e.ctx)
	if _, err := core.Library.Reread(e.ctx, id); err != nil && e.ctx.Err() != nil {
		return errors.New("stopped; the document stays as it was")
	} else if err != nil {
		return err
	}
	if err := core.Library.EmbedAll(e.ctx); err != nil {
		fmt.Fprintln(e.Stderr, "Not everything could be embedded:", err)
	}
	err := core.Library.Compare(e.ctx, id)
	if e.ctx.Err() != nil {
		err = errors.New("stopped; it was read again, but no second reader has seen it yet")
	}
	return err
}

func (c *showCommand) page(e *env, core *Core, d store.Document, certificate store.Certificate) error {
	page, err := core.Workspace.Page(d.ID, c.Page)
	if errors.Is(err, store.ErrNotFound) {
		return fmt.Errorf("%s has no page %d; it has %d", d.Name, c.Page, d.Pages)
	} else if err != nil {
		return err
	}
	var v store.Verdict
	if c.Page <= len(certificate.Pages) {
		v = certificate.Pages[c.Page-1]
	}
	if e.json {
		return e.print(pageLine{v, page.Heading, page.Text})
	}
	if v.Why != "" {
		fmt.Fprintf(e.Stderr, "%s: %s\n", v.Verdict, v.Why)
	}
	_, err = fmt.Fprintln(e.Stdout, page.Text)
	return err
}
