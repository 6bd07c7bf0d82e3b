package chat

import (
	"fmt"
	"strings"
	"testing"
)

func TestARowThatAMeasureIsWorkedOutFromIsQuotedForIt(t *testing.T) {
	d := newDesk(t)
	d.Model = ""
	var page strings.Builder
	for i := range 9 {
		fmt.Fprintf(&page, "Office number %d lies in another country and has a canteen.\n", i)
	}
	d.Add("Report", page.String()+"Purchases of property, plant and equipment came to 1,577.\n")
	h := d.ask(Documents, "What is the capex in @Report?")
	if h.err != nil || !strings.Contains(h.Answer.Text, "1,577") {
		t.Errorf("%v %q", h.err, h.Answer.Text)
	}
}
