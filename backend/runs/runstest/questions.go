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
	Set            []string                          // numbers of the workflow
	Replies        []string                          // to what it asks
	Says           func(purpose, sent string) string // of the model, by what a call is for and all that it is sent
}

// Questions are one for each workflow, the longest first.
var Questions = []Question{
	{"research", "What is the rent of the flat?", []string{"askBack=1", "taskQueries=1", "taskPassages=2"}, []string{"In Berlin.", "/end", "Approve"}, researchSays},
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
	return pdftest.Text("Results of the year\nRevenue was $1,261.60 million in 2021.\nRevenue was $1,577.00 million in 2022.", "Revenue was driven by rockets.")
}

const noticeSaid = "The notice period is three months"

func chatSays(purpose, _ string) string {
	if purpose == "intent" {
		return `{"intent":"documents"}`
	}
	return noticeSaid + " [1]."
}

// checkedSays has two drafts that don't pass, and after the person's reply one more and one that does.
func checkedSays(purpose, sent string) string {
	critique := `{"hallucination":false,"unsupported_claims":["The rent falls"],"logical_gaps":["Says nothing on the rent"],"conflicting_evidence":[],"confidence":%s}`
	again, later := strings.Contains(sent, "The rent falls"), strings.Contains(sent, "I mean the flat's")
	switch {
	case purpose == "evaluate":
		return `{"faithfulness":0.9,"relevance":0.8,"completeness":0.7,"citation_quality":1,"overall":0.1}`
	case purpose == "critique" && strings.Contains(sent, noticeSaid+" [1]"):
		return `{"hallucination":false,"unsupported_claims":[],"logical_gaps":[],"conflicting_evidence":[],"confidence":0.9}`
	case purpose == "critique" && strings.Contains(sent, "Second"):
		return fmt.Sprintf(critique, "0.4")
	case purpose == "critique":
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
func analystSays(purpose, _ string) string {
	metric := `{"id":"%s","label":"Revenue","company":"Acme","period":"%s","from":"%s","column":""}`
	return map[string]string{
		"query":    `{"entities":["Acme"],"periods":["2021","2022"],"document_types":[],"keywords":["net sales"]}`,
		"validate": `{"sufficient":false,"missing":["Revenue of 2020"]}`,
		"refine":   `{"keywords":["rockets"]}`,
		"analyse": fmt.Sprintf(`{"measures":[],"companies":[],"periods":[],"metrics":[`+metric+`,`+metric+`],"calculations":[{"id":"g","label":"Growth","operation":"growth","operands":["a","b"]}],"charts":[],"primary":"b","finding":""}`,
			"a", "2021", "F1", "b", "2022", "F2"),
		"explain": "Revenue grew to {{m2}}. Margins rose by 77% [1].",
		"heal":    `{"sentences":[{"n":1,"text":"Growth was {{c1}}."}],"charts":[]}`,
	}[purpose]
}

// reportSays has two drafts that don't hold, and one that does.
func reportSays(purpose, sent string) string {
	nine, seven := strings.Contains(sent, "nine months"), strings.Contains(sent, "seven months")
	switch {
	case purpose == "parts":
		return `{"questions":["How long is the notice period?","When does the notice period begin?"]}`
	case purpose == "verify" && (seven || nine):
		return `{"checks":[{"claim":1,"confidence":0.2,"contradiction":""}]}`
	case purpose == "verify":
		return `{"checks":[{"claim":1,"confidence":0.9,"contradiction":""}]}`
	case nine:
		return noticeSaid + " [S1]."
	case seven:
		return "The notice period is nine months [S1]."
	}
	return "The notice period is seven months [S1]."
}

// researchSays asks back, has two tasks and two drafts, which are as long as is wanted.
func researchSays(purpose, sent string) string {
	document := "The rent is 900 euros [1]."
	if strings.Contains(sent, "About 450 words") {
		document += " It is due monthly [1]."
	}
	return map[string]string{
		"outline":    `{"sections":[{"group":1,"heading":"What is due"}]}`,
		"opening":    "The rent is 900 euros [1].",
		"queries":    `{"queries":["rent of flats","amount due monthly"]}`,
		"analyze":    `{"analysis":"There is a lease.","gaps":["which flat"],"coverage":0.5}`,
		"questions":  `{"questions":["Which flat?","Which year?"]}`,
		"finalize":   `{"analysis":"About the rent.","queries":["amount of the rent"],"context":"The flat in Berlin.","entities":["Lease"],"scope":"the rent"}`,
		"plan":       `{"tasks":["Find the rent","Find the notice period"]}`,
		"extract":    `{"passages":[{"passage":1,"relevance":0.9}],"lines":[{"text":"The rent is 900 euros.","sentences":[1]}]}`,
		"references": `{"references":[{"type":"document_mention","target":"Acme","original":"flat","document":""}]}`,
		"gate":       `{"reason":"it tells the amount","follow":true}`,
		"reevaluate": `{"findings":"The rent is 900 euros.","gap":"","queries":[],"tasks":[]}`,
		"synthesize": document,
		"decide":     `{"action":"retry","focus":"Be longer."}`,
		"quality":    `{"faults":["short"],"factual_accuracy":50,"semantic_validity":50,"structure":50,"citations":50,"relevance":50}`,
	}[purpose]
}
