package main

import (
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lectern/backend/app"
	"lectern/backend/library"
	"lectern/backend/models"
	"lectern/backend/runs"
	"lectern/backend/sheet"
	"lectern/backend/store"
	"lectern/backend/web"
)

var (
	declared = regexp.MustCompile(`(?ms)^export interface (\w+) \{\n(.*?)^\}`)
	property = regexp.MustCompile(`(?m)^  (\w+)\??:`)
)

// TestThePageKnowsTheSameFields compares the page's types with what crosses to it.
func TestThePageKnowsTheSameFields(t *testing.T) {
	var source []byte
	for _, file := range []string{"types.ts", "documents.ts", "found.ts", "receipt-types.ts"} {
		b, err := os.ReadFile("frontend/src/lib/" + file)
		if err != nil {
			t.Fatal(err)
		}
		source = append(source, b...)
	}
	page := map[string][]string{}
	for _, m := range declared.FindAllStringSubmatch(string(source), -1) {
		for _, p := range property.FindAllStringSubmatch(m[2], -1) {
			page[m[1]] = append(page[m[1]], p[1])
		}
	}
	for name, x := range map[string]reflect.Type{
		"Status": reflect.TypeFor[app.Status](), "Model": reflect.TypeFor[app.Model](), "Suggestion": reflect.TypeFor[models.Suggestion](),
		"Document": reflect.TypeFor[library.Document](), "AddResult": reflect.TypeFor[app.AddResult](), "Certificate": reflect.TypeFor[app.Certificate](), "Verdict": reflect.TypeFor[store.Verdict](), "PageText": reflect.TypeFor[app.PageText](),
		"ConversationInfo": reflect.TypeFor[app.ConversationInfo](), "Conversation": reflect.TypeFor[app.Conversation](),
		"Turn": reflect.TypeFor[runs.Turn](), "Step": reflect.TypeFor[runs.StepInfo](), "Question": reflect.TypeFor[runs.Question](),
		"Started": reflect.TypeFor[runs.Started](), "Citation": reflect.TypeFor[store.Citation](), "Source": reflect.TypeFor[store.Source](), "Place": reflect.TypeFor[store.Place](),
		"Card": reflect.TypeFor[store.Card](), "Item": reflect.TypeFor[store.Item](), "Reply": reflect.TypeFor[store.Reply](),
		"StepDetail": reflect.TypeFor[runs.StepDetail](), "Field": reflect.TypeFor[runs.Field](),
		"Details": reflect.TypeFor[library.Details](), "Learnt": reflect.TypeFor[library.Learnt](), "Metadata": reflect.TypeFor[store.Metadata](),
		"TableList": reflect.TypeFor[app.TableList](), "TableInfo": reflect.TypeFor[app.TableInfo](), "TableSheet": reflect.TypeFor[app.TableSheet](), "TableHead": reflect.TypeFor[sheet.Head](),
		"TablePart": reflect.TypeFor[app.TablePart](), "TableColumn": reflect.TypeFor[app.TableColumn](), "TableRow": reflect.TypeFor[app.TableRow](), "TableCell": reflect.TypeFor[app.TableCell](),
		"TableWish": reflect.TypeFor[app.TableExport](), "TableText": reflect.TypeFor[app.TableText](), "SavedTables": reflect.TypeFor[app.SavedTables](),
		"Heading": reflect.TypeFor[store.Heading](), "Hidden": reflect.TypeFor[store.Hidden](), "Name": reflect.TypeFor[store.Name](), "Memory": reflect.TypeFor[runs.Memory](),
		"Filter": reflect.TypeFor[store.Filter](), "Facet": reflect.TypeFor[app.Facet](), "Narrowed": reflect.TypeFor[app.Narrowed](), "Wanted": reflect.TypeFor[app.SearchRequest](),
		"Sought": reflect.TypeFor[app.SearchResponse](), "Hit": reflect.TypeFor[app.FoundPassage](), "Piece": reflect.TypeFor[app.Piece](), "Scale": reflect.TypeFor[runs.Scale](), "Threshold": reflect.TypeFor[runs.Threshold](), "Why": reflect.TypeFor[store.Why](), "Reason": reflect.TypeFor[app.Reason](),
		"Receipt": reflect.TypeFor[store.Receipt](), "Call": reflect.TypeFor[store.Call](), "CallPassage": reflect.TypeFor[store.CallPassage](), "CallHistory": reflect.TypeFor[store.CallHistory](),
		"LeftOut": reflect.TypeFor[store.LeftOut](), "CallText": reflect.TypeFor[store.CallText](), "CallMessage": reflect.TypeFor[store.CallMessage](),
		"Note": reflect.TypeFor[runs.Note](), "WebSettings": reflect.TypeFor[web.Settings](),
		"RunEvent": reflect.TypeFor[store.Event](), "Settings": reflect.TypeFor[app.Settings](), "Advanced": reflect.TypeFor[app.Advanced](),
	} {
		var here []string
		for i := range x.NumField() {
			field, _, _ := strings.Cut(x.Field(i).Tag.Get("json"), ",")
			here = append(here, field)
		}
		there := page[name]
		slices.Sort(here)
		slices.Sort(there)
		if !slices.Equal(here, there) {
			t.Errorf("%s: Go has %v, the page has %v", name, here, there)
		}
	}
}
