// Package runstest has a question for each workflow, and what a model says that is asked it, so that the same way is gone
// each time: with questions to the person, tries again and healing.
package runstest

import (
	"fmt"
	"strings"

	"lectern/backend/ingest/pdftest"
)

// Question is what a workflow is asked over Lease and Acme.
type Question struct {
	Workflow, Text string
	Set            []string                 // numbers of the workflow
	Replies        []string                 // to what it asks
	Says           func(sent string) string // of the model, by all that it is sent
}

// Questions are one for each workflow, the longest first.
var Questions = []Question{
	{"research", "What is the rent of the flat?", []string{"askBack=1", "taskQueries=1", "taskPassages=2"}, []string{"In Berlin.", "/end", "As it is."}, researchSays},
	{"chat", "Does the notice period matter to gardening", nil, nil, chatSays},
	{"checked", "What is the notice period of the lease?", []string{"retries=1"}, []string{"I mean the flat's"}, checkedSays},
	{"analyst", "How did the revenue of Acme grow from 2021 to 2022?", nil, nil, analystSays},
	{"report", "What is the notice period of the lease?", nil, nil, reportSays},
}

// Lease is a contract of two pages.
func Lease() []byte {
	return pdftest.Text("The notice period is three months.\nThe rent is 900 euros a month.", "Pets are allowed in the flat.")
}

// Acme is a company's report of two pages.
func Acme() []byte {
	return pdftest.Text("Consolidated statements of income\n(in millions of US dollars)\n2022 2021\nRevenue 1,577.00 1,261.60", "Revenue was driven by rockets.")
}

const noticeSaid = "The notice period is three months"

func chatSays(sent string) string {
	if strings.Contains(sent, "Decide whether a message needs") {
		return `{"intent":"documents"}`
	}
	return noticeSaid + " [1]."
}

// checkedSays has two drafts that don't pass, and after the person's reply one more and one that does.
func checkedSays(sent string) string {
	critique := `{"hallucination":false,"unsupported_claims":["The rent falls"],"logical_gaps":["Says nothing on the rent"],"conflicting_evidence":[],"confidence":%s}`
	again, later := strings.Contains(sent, "<faults>"), strings.Contains(sent, "I mean the flat's")
	switch audited := strings.Contains(sent, "You are a strict auditor"); {
	case strings.Contains(sent, "You score an answer"):
		return `{"faithfulness":0.9,"relevance":0.8,"completeness":0.7,"citation_quality":1,"overall":0.1}`
	case audited && strings.Contains(sent, noticeSaid+" [1]"):
		return `{"hallucination":false,"unsupported_claims":[],"logical_gaps":[],"conflicting_evidence":[],"confidence":0.9}`
	case audited && strings.Contains(sent, "Second"):
		return fmt.Sprintf(critique, "0.4")
	case audited:
		return fmt.Sprintf(critique, "0.5")
	case again && later:
		return noticeSaid + " [1]."
	case later:
		return "Third [1]."
	case again:
		return "Second [1]."
	}
	return "First [1]."
}

// analystSays finds too little at first, and writes a text that has to be healed.
func analystSays(sent string) string {
	switch {
	case strings.Contains(sent, "You prepare a search"):
		return `{"entities":["Acme"],"periods":["2021","2022"],"document_types":[],"keywords":["net sales"]}`
	case strings.Contains(sent, "didn't find all"):
		return `{"keywords":["rockets"]}`
	case strings.Contains(sent, "You read figures"):
		metric := `{"id":"%s","label":"Revenue","row":"Revenue","figure":"%s","passage":1,"period":"%s","unit":"","currency":"USD","scale":"million"}`
		return fmt.Sprintf(`{"metrics":[`+metric+`,`+metric+`],"calculations":[{"id":"g","label":"Growth","operation":"growth","operands":["a","b"]}],"charts":[],"primary":"b","finding":""}`,
			"a", "1,261.60", "2021", "b", "1,577.00", "2022")
	case strings.Contains(sent, "You are a financial analyst"):
		return "Revenue grew to {{m2}}. Margins rose by 77% [1]."
	case strings.Contains(sent, "failed checks"):
		return `{"sentences":[{"n":1,"text":"Growth was {{c1}}."}],"charts":[]}`
	}
	return `{"sufficient":false,"missing":["Revenue of 2020"]}`
}

// reportSays has two drafts that don't hold, and one that does.
func reportSays(sent string) string {
	switch {
	case strings.Contains(sent, "<claim id=\"1\">\n"+noticeSaid):
		return `{"checks":[{"claim":1,"confidence":0.9,"contradiction":""}]}`
	case strings.Contains(sent, "You check the claims"):
		return `{"checks":[{"claim":1,"confidence":0.2,"contradiction":""}]}`
	case strings.Contains(sent, "nine months"):
		return noticeSaid + " [S1]."
	case strings.Contains(sent, "seven months"):
		return "The notice period is nine months [S1]."
	}
	return "The notice period is seven months [S1]."
}

// researchSays asks back, has two tasks and two drafts.
func researchSays(sent string) string {
	for begin, reply := range map[string]string{
		"You prepare searches": `{"queries":["rent of flats","amount due monthly"]}`,
		"Judge how well":       `{"analysis":"There is a lease.","gaps":["which flat"],"coverage":0.5}`,
		"A person wants":       `{"questions":["Which flat?","Which year?"]}`,
		"Sum up what":          `{"analysis":"About the rent.","queries":["amount of the rent"],"context":"The flat in Berlin.","entities":["Lease"],"scope":"the rent"}`,
		"Plan how":             `{"tasks":["Find the rent","Find the notice period"]}`,
		"Extract from":         `{"relevance":0.9,"lines":[{"text":"The rent is 900 euros.","sentences":[1]}]}`,
		"Find the references":  `{"references":[{"type":"document_mention","target":"Acme","original":"flat","document":""}]}`,
		"Decide whether":       `{"reason":"it tells the amount","follow":true}`,
		"A task of a research": `{"findings":"The rent is 900 euros.","gap":"","queries":[],"tasks":[]}`,
		"You write":            "The rent is 900 euros [1].",
		"A document was":       `{"action":"retry","focus":"Be longer."}`,
		"Score a document":     `{"faults":["short"],"factual_accuracy":50,"semantic_validity":50,"structure":50,"citations":50,"relevance":50}`,
	} {
		if strings.HasPrefix(sent, begin) {
			return reply
		}
	}
	return "?"
}
