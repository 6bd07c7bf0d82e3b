package sheet

import "strings"

// markdown writes rows under their heads, everything as it is written. With `paths` a label has those that it stands
// under before it.
func markdown(t Table, rows []Row, paths bool) string {
	var b strings.Builder
	write := func(cells []string) { b.WriteString("| " + strings.Join(cells, " | ") + " |\n") }
	heads, rule := []string{escape(t.Stub())}, []string{":--"}
	for i, figures := range t.Figures() {
		heads = append(heads, escape(t.head(i)))
		if figures {
			rule = append(rule, "--:")
		} else {
			rule = append(rule, ":--")
		}
	}
	write(heads)
	write(rule)
	for _, r := range rows {
		cells := make([]string, len(heads))
		cells[0] = escape(r.Label) + raised(r.Notes)
		if paths {
			cells[0] = escape(r.Path()) + raised(r.Notes)
		}
		for _, c := range r.Cells {
			if c.Column >= 0 && c.Column+1 < len(cells) {
				cells[c.Column+1] = escape(c.Text) + raised(c.Notes)
			}
		}
		write(cells)
	}
	return strings.TrimRight(b.String(), "\n")
}

// title is what stands above a table.
func title(t Table) string {
	out := "**" + escape(name(t)) + "**\n\n"
	if !t.Sure() {
		out += Unsure().String() + "\n\n"
	}
	return out
}

func raised(notes []string) string {
	if len(notes) == 0 {
		return ""
	}
	return "<sup>" + escape(strings.Join(notes, ", ")) + "</sup>"
}

var escaper = strings.NewReplacer(`\`, `\\`, "|", `\|`, "*", `\*`, "_", `\_`, "`", "\\`", "<", `\<`, ">", `\>`, "[", `\[`, "]", `\]`, "$", `\$`, "~", `\~`)

func escape(s string) string { return escaper.Replace(line(s)) }
