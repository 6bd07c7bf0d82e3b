package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"lectern/backend/ingest"
	"lectern/backend/library"
	"lectern/backend/messages"
	"lectern/backend/store"
)

type infoCommand struct {
	Title      *string  `placeholder:"TEXT" help:"Change its title; empty clears it."`
	Authors    *string  `placeholder:"TEXT" help:"Change its authors; empty clears them."`
	Language   *string  `placeholder:"CODE" help:"Change its language, as en, de, ja; empty clears it."`
	Company    *string  `placeholder:"TEXT" help:"Change the company that it is about; empty clears it."`
	Year       *int     `placeholder:"YEAR" help:"Change the year that it reports on; 0 clears it."`
	Type       *string  `placeholder:"TEXT" help:"Change its type, such as \"annual report\"; empty clears it."`
	AddName    []string `placeholder:"TEXT" sep:"none" help:"Add a name that it is called by; may be repeated."`
	RemoveName []string `placeholder:"TEXT" sep:"none" help:"Remove one; may be repeated."`
	AddTag     []string `placeholder:"TEXT" sep:"none" help:"Add a tag that searches can be narrowed by; may be repeated."`
	RemoveTag  []string `placeholder:"TEXT" sep:"none" help:"Remove one; may be repeated."`
	Reset      bool     `help:"First put everything back to what was found."`
	Name       string   `arg:"" help:"Name as \"lectern list\" shows it."`
}

func (c *infoCommand) Run(e *env) error {
	core, err := e.open()
	if err != nil {
		return err
	}
	defer core.Close()
	stored, err := core.Named(c.Name)
	if err != nil {
		return err
	}
	d, err := core.Library.Details(stored.ID)
	if err != nil {
		return err
	}
	if wanted, changed, err := c.change(d); err != nil {
		return err
	} else if changed {
		if err := core.Library.SaveDetails(d.ID, wanted); err != nil {
			return err
		}
		if d, err = core.Library.Details(d.ID); err != nil {
			return err
		}
	}
	if e.json {
		return e.print(d)
	}
	_, err = fmt.Fprint(e.Stdout, infoText(d))
	return err
}

// change is what the person wants of a document's details, and whether they want anything changed.
func (c *infoCommand) change(d library.Details) (wanted library.Metadata, changed bool, err error) {
	wanted = d.Current
	if c.Reset {
		wanted = d.Found
		wanted.Tags = d.Current.Tags
	}
	m := &wanted.Metadata
	m.Title, m.Authors, m.Language = *cmp.Or(c.Title, &m.Title), *cmp.Or(c.Authors, &m.Authors), *cmp.Or(c.Language, &m.Language)
	m.Company, m.Year, m.Type = *cmp.Or(c.Company, &m.Company), *cmp.Or(c.Year, &m.Year), *cmp.Or(c.Type, &m.Type)
	for _, name := range c.RemoveName {
		kept := slices.DeleteFunc(slices.Clone(wanted.Names), func(n store.Name) bool { return strings.EqualFold(n.Text, strings.TrimSpace(name)) })
		if len(kept) == len(wanted.Names) {
			return wanted, false, messages.Error("cli.no-such-name", messages.Args{"document": d.Name, "name": fmt.Sprintf("%q", name)})
		}
		wanted.Names = kept
	}
	for _, name := range c.AddName {
		wanted.Names = append(wanted.Names, store.Name{Text: name})
	}
	for _, tag := range c.RemoveTag {
		kept := slices.DeleteFunc(slices.Clone(wanted.Tags), func(t string) bool { return strings.EqualFold(t, strings.TrimPrefix(strings.TrimSpace(tag), "#")) })
		if len(kept) == len(wanted.Tags) {
			return wanted, false, messages.Error("cli.no-such-tag", messages.Args{"name": d.Name, "tag": fmt.Sprintf("%q", tag)})
		}
		wanted.Tags = kept
	}
	wanted.Tags = append(wanted.Tags, c.AddTag...)
	edits := c.Reset || len(c.AddTag)+len(c.RemoveTag) > 0 || c.Title != nil || c.Authors != nil || c.Language != nil || c.Company != nil || c.Year != nil || c.Type != nil || len(c.AddName)+len(c.RemoveName) > 0
	return wanted, edits, nil
}

func infoText(d library.Details) string {
	var b strings.Builder
	field := func(name, value string) { fmt.Fprintf(&b, "%-9s %s\n", name+":", value) }
	learnt := func(name, value, found, where string) {
		if value != found {
			value = messages.Text("cli.edited", messages.Args{"value": cmp.Or(value, "none"), "found": cmp.Or(found, "nothing")})
		} else if where != "" {
			value += " (from " + where + ")"
		}
		field(name, cmp.Or(value, "not known"))
	}
	field("Name", d.Name)
	field("Pages", fmt.Sprintf("%d, %s", d.Pages, size(d.Bytes)))
	field("File", ingest.Shown(d.Path))
	if at, err := time.Parse(time.RFC3339, d.Added); err == nil {
		field("Added", at.Local().Format("2006-01-02 15:04"))
	}
	is, found := d.Current.Metadata, d.Found.Metadata
	learnt("Title", is.Title, found.Title, d.Where.Title)
	learnt("Authors", is.Authors, found.Authors, d.Where.Authors)
	learnt("Company", is.Company, found.Company, d.Where.Company)
	for _, a := range d.Aliases {
		field("", a.Text+" ("+a.Kind+", from "+a.Where+")")
	}
	learnt("Year", number(is.Year), number(found.Year), d.Where.Year)
	learnt("Type", is.Type, found.Type, d.Where.Type)
	learnt("Language", is.Language, found.Language, d.Where.Language)
	field("Tags", cmp.Or(strings.Join(d.Current.Tags, ", "), "none"))
	fmt.Fprintln(&b, messages.Text("cli.called-by", messages.Args{"names": messages.Count("count.names", len(d.Current.Names))}))
	for _, n := range d.Current.Names {
		fmt.Fprintf(&b, "   %s (%s)\n", n.Text, cmp.Or(n.Kind, messages.Text("cli.added-by-you")))
	}
	return b.String()
}

func number(year int) string {
	if year == 0 {
		return ""
	}
	return fmt.Sprint(year)
}

func size(bytes int64) string {
	const kilo, mega = 1e3, 1e6
	if bytes < mega {
		return fmt.Sprintf("%d KB", max(1, bytes/kilo))
	}
	return fmt.Sprintf("%.1f MB", float64(bytes)/mega)
}
