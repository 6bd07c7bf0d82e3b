package main

import (
	"context"

	"lectern/backend/app"
	"lectern/backend/fault"
	"lectern/backend/library"
	"lectern/backend/models"
	"lectern/backend/runs"
	"lectern/backend/store"
	"lectern/backend/web"
)

// App is what the page may call, in the window and in browser mode alike: each method is a use case of backend/app by its
// name, its signature what crosses to the page (frontend/src/wailsjs is generated from it). Errors are sentences
// for the person. A call that panics would keep the page waiting for ever, and neither the window's runtime nor a wrapper
// around it can tell the page: so each goes through answer or do, which make an error of it.
type App struct{ core *app.Core }

// NewApp is what the page may call of a program.
func NewApp(core *app.Core) *App { return &App{core} }

// answer runs a use case that has something to say.
func answer[T any](a *App, use func() (T, error)) (_ T, err error) {
	defer a.core.Enter()()
	defer a.core.InItsLanguage(&err)
	defer fault.Recover(a.core.Log, &err)
	return use()
}

// do runs one that has not.
func do(a *App, use func() error) (err error) {
	defer a.core.Enter()()
	defer a.core.InItsLanguage(&err)
	defer fault.Recover(a.core.Log, &err)
	return use()
}

// Status is how things stand: Ollama, the models, the data folder.
func (a *App) Status() (app.Status, error) {
	return answer(a, func() (app.Status, error) { return a.core.Status() })
}

// LookAgain asks Ollama what there is, and tells.
func (a *App) LookAgain() (app.Status, error) {
	return answer(a, func() (app.Status, error) { return a.core.LookAgain(context.Background()) })
}

// Pulls are the downloads of models that aren't done.
func (a *App) Pulls() ([]models.Pull, error) {
	return answer(a, func() ([]models.Pull, error) { return a.core.Pulls.List(), nil })
}

// PullModel has Ollama download a model, or go on with that; the event "pulls" tells how far it is.
func (a *App) PullModel(model string) error {
	return do(a, func() error { return a.core.PullModel(model) })
}

// PausePull ends a download until it is begun again.
func (a *App) PausePull(model string) error {
	return do(a, func() error { a.core.Pulls.Pause(model); return nil })
}

// CancelPull ends a download.
func (a *App) CancelPull(model string) error {
	return do(a, func() error { a.core.Pulls.Cancel(model); return nil })
}

// Mend makes a library whose database is lost or damaged anew from its PDFs; the event "documents" tells the progress.
func (a *App) Mend() (app.Status, error) {
	return answer(a, func() (app.Status, error) { return a.core.Mend() })
}

// Documents lists the library.
func (a *App) Documents() ([]library.Document, error) {
	return answer(a, func() ([]library.Document, error) { return a.core.Library.List() })
}

// AddPaths adds files and folders; it returns at once and the event "documents" tells the progress.
func (a *App) AddPaths(paths []string) (app.AddResult, error) {
	return answer(a, func() (app.AddResult, error) { return a.core.AddPaths(context.Background(), paths) })
}

// ChooseFiles lets the person pick files in the system's dialog, and adds them.
func (a *App) ChooseFiles() (app.AddResult, error) {
	return answer(a, func() (app.AddResult, error) { return a.core.ChooseFiles(context.Background()) })
}

// Sample is a document to begin with, and what can be asked of it.
func (a *App) Sample() (app.Sample, error) {
	return answer(a, func() (app.Sample, error) { return a.core.Sample() })
}

// AddSample adds it.
func (a *App) AddSample() error {
	return do(a, func() error { return a.core.AddSample() })
}

// Adding is how far everything is that is being added.
func (a *App) Adding() (library.Adding, error) {
	return answer(a, func() (library.Adding, error) { return a.core.Library.Adding(), nil })
}

// PauseAdding has what is added wait, or go on.
func (a *App) PauseAdding(paused bool) error {
	return do(a, func() error { return a.core.Library.Pause(paused) })
}

// AddFirst adds a file before all others that wait.
func (a *App) AddFirst(id string) error {
	return do(a, func() error { return a.core.Library.First(id) })
}

// CancelAdding doesn't add a file that is being added; a document that is read anew stays as it was.
func (a *App) CancelAdding(id string) error {
	return do(a, func() error { return a.core.Library.Cancel(id) })
}

// CancelAllAdding does so with all that isn't in the library yet.
func (a *App) CancelAllAdding() error {
	return do(a, func() error { return a.core.Library.CancelAll() })
}

// UnlockDocument adds a file that waits for its password, which is used for that and not kept.
func (a *App) UnlockDocument(id, password string) error {
	return do(a, func() error { return a.core.Library.Unlock(id, password) })
}

// RemoveAndWipe takes a document out of the library, and off the disk at once.
func (a *App) RemoveAndWipe(id string) error {
	return do(a, func() error { return a.core.RemoveAndWipe(id) })
}

// RemoveDocument takes a document out of the library; when it returns nothing finds it.
func (a *App) RemoveDocument(id string) error {
	return do(a, func() error { return a.core.Library.Remove(id) })
}

// RetryDocument reads a document that failed again.
func (a *App) RetryDocument(id string) error {
	return do(a, func() error { return a.core.Library.Retry(id) })
}

// DocumentDetails is what is known of a document beside its text.
func (a *App) DocumentDetails(id string) (library.Details, error) {
	return answer(a, func() (library.Details, error) { return a.core.Library.Details(id) })
}

// DocumentLabels lists what documents can be found by in a list, beside their names.
func (a *App) DocumentLabels() ([]library.Labels, error) {
	return answer(a, func() ([]library.Labels, error) { return a.core.Library.Labels() })
}

// SaveDocumentDetails keeps what the person wants of them.
func (a *App) SaveDocumentDetails(id string, wanted library.Metadata) error {
	return do(a, func() error { return a.core.Library.SaveDetails(id, wanted) })
}

// RenewVectors embeds the documents anew that an older version of the model embedded; "documents" tells how it goes.
func (a *App) RenewVectors() error {
	return do(a, func() error { return a.core.RenewVectors() })
}

// ReadingReport is how a document was read.
func (a *App) ReadingReport(document string) (app.ReadingReport, error) {
	return answer(a, func() (app.ReadingReport, error) { return a.core.ReadingReport(document) })
}

// ReadAgain reads a document's file again, in the background: "documents" tells how it goes.
func (a *App) ReadAgain(document string) error {
	return do(a, func() error { return a.core.Library.RereadSoon(document) })
}

// UseHidden reads a file again with the text that nobody sees, or without it, like ReadAgain.
func (a *App) UseHidden(document string, use bool) error {
	return do(a, func() error { return a.core.Library.UseHiddenSoon(document, use) })
}

// HiddenText is the text on a page, from 1, that nobody sees.
func (a *App) HiddenText(document string, page int) ([]store.Hidden, error) {
	return answer(a, func() ([]store.Hidden, error) { return a.core.HiddenText(document, page) })
}

// PageText is the text of a page as it was read.
func (a *App) PageText(document string, page int) (app.PageText, error) {
	return answer(a, func() (app.PageText, error) { return a.core.PageText(document, page) })
}

// FindInDocument tells on which pages of a document words stand, and how often on each.
func (a *App) FindInDocument(document, words string) ([]app.Occurrences, error) {
	return answer(a, func() ([]app.Occurrences, error) { return a.core.FindInDocument(document, words) })
}

// Outline is a document's table of contents as its file has it; empty if it has none.
func (a *App) Outline(document string) ([]store.Heading, error) {
	return answer(a, func() ([]store.Heading, error) { return a.core.Outline(document) })
}

// QuoteRects is where a quotation stands on its page, as the reader found it; empty where that isn't known.
func (a *App) QuoteRects(document string, page int, quote, prefix, suffix string) ([]store.Rect, error) {
	return answer(a, func() ([]store.Rect, error) {
		return a.core.QuoteRects(document, page, quote, prefix, suffix)
	})
}

// Tables lists the tables of a document.
func (a *App) Tables(document string) (app.TableList, error) {
	return answer(a, func() (app.TableList, error) { return a.core.Tables(document) })
}

// PageTables are the tables that stand on a page, whole, from the top down.
func (a *App) PageTables(document string, page int) ([]app.TableSheet, error) {
	return answer(a, func() ([]app.TableSheet, error) { return a.core.PageTables(document, page) })
}

// CopyTable writes a table, a row or a cell as text.
func (a *App) CopyTable(wanted app.TableExport) (app.TableText, error) {
	return answer(a, func() (app.TableText, error) { return a.core.CopyTable(wanted) })
}

// SaveTables writes a table, all of the document's for 0, into a file: "xlsx" or "csv".
func (a *App) SaveTables(document string, n int, format string) (app.SavedFile, error) {
	return answer(a, func() (app.SavedFile, error) { return a.core.SaveTables(document, n, format) })
}

// SaveComparison writes the comparison that a run made into a file: "xlsx" or "csv".
func (a *App) SaveComparison(run, format string) (app.SavedFile, error) {
	return answer(a, func() (app.SavedFile, error) { return a.core.SaveComparison(run, format) })
}

// SaveExport writes the answer of a run, or a conversation, into a file: "md", "html" or "pdf".
func (a *App) SaveExport(id, format string) (app.SavedFile, error) {
	return answer(a, func() (app.SavedFile, error) { return a.core.SaveExport(id, format) })
}

// CopyAnswer is the answer of a run with its sources and what is proved of it, as Markdown.
func (a *App) CopyAnswer(run string) (string, error) {
	return answer(a, func() (string, error) { return a.core.CopyAnswer(run) })
}

// SavePicture writes a picture of a chart, PNG in base 64, into a file. A browser downloads it by itself.
func (a *App) SavePicture(name, picture string) (app.SavedFile, error) {
	return answer(a, func() (app.SavedFile, error) { return a.core.SavePicture(name, picture) })
}

// Search finds passages, without any chat model.
func (a *App) Search(wanted app.SearchRequest) (app.SearchResponse, error) {
	return answer(a, func() (app.SearchResponse, error) { return a.core.Search(context.Background(), wanted) })
}

// Facets are what searches can be narrowed by.
func (a *App) Facets() ([]app.Facet, error) {
	return answer(a, func() ([]app.Facet, error) { return a.core.Facets() })
}

// Warm has the models loaded that a question needs which somebody begins to type; it returns when they are.
func (a *App) Warm(model string) error {
	return do(a, func() error { return a.core.Warm(context.Background(), model) })
}

// Narrow tells how a question would be narrowed if it were asked now.
func (a *App) Narrow(q runs.Question) (app.Narrowed, error) {
	return answer(a, func() (app.Narrowed, error) { return a.core.Narrow(q) })
}

// Why tells why a passage was found for a run's question.
func (a *App) Why(run, passage string) (app.Reason, error) {
	return answer(a, func() (app.Reason, error) { return a.core.Why(context.Background(), run, passage) })
}

// Check holds a text from anywhere against documents.
func (a *App) Check(wanted app.CheckRequest) (app.CheckedText, error) {
	return answer(a, func() (app.CheckedText, error) { return a.core.Check(context.Background(), wanted) })
}

// JudgeAnswer asks the model of a run about the sentences of its answer that words left open.
func (a *App) JudgeAnswer(run string) (store.Audit, error) {
	return answer(a, func() (store.Audit, error) { return a.core.Runs.JudgeAnswer(context.Background(), run) })
}

// MendFigure puts what the pages have in the place of a figure, which begins at a byte of a run's answer.
func (a *App) MendFigure(run string, start int, now string) (store.Event, error) {
	return answer(a, func() (store.Event, error) { return a.core.MendFigure(run, start, now) })
}

// UndoMend puts back what stood there.
func (a *App) UndoMend(run string, start int) (store.Event, error) {
	return answer(a, func() (store.Event, error) { return a.core.UndoMend(run, start) })
}

// Calibration is what similarities mean in the library, and where the thresholds lie.
func (a *App) Calibration() (runs.Calibration, error) {
	return answer(a, func() (runs.Calibration, error) { return a.core.Runs.Calibration() })
}

// Calibrate measures it now.
func (a *App) Calibrate() (runs.Calibration, error) {
	return answer(a, func() (runs.Calibration, error) { return a.core.Calibrate(context.Background()) })
}

// Conversations lists them, the last used first.
func (a *App) Conversations() ([]app.ConversationInfo, error) {
	return answer(a, func() ([]app.ConversationInfo, error) { return a.core.Conversations() })
}

// Conversation reads one with all that happened in the branch of it that is shown.
func (a *App) Conversation(id string) (app.Conversation, error) {
	return answer(a, func() (app.Conversation, error) { return a.core.Conversation(id) })
}

// FindMessages finds questions and answers by their words.
func (a *App) FindMessages(text string) ([]app.FoundMessage, error) {
	return answer(a, func() ([]app.FoundMessage, error) { return a.core.FindMessages(text) })
}

// RenameConversation gives it another title.
func (a *App) RenameConversation(id, title string) error {
	return do(a, func() error { return a.core.RenameConversation(id, title) })
}

// DeleteConversation removes it with everything in it.
func (a *App) DeleteConversation(id string) error {
	return do(a, func() error { return a.core.DeleteConversation(id) })
}

// ShowBranch shows the branch that a run is in, from now on.
func (a *App) ShowBranch(run string) (app.Conversation, error) {
	return answer(a, func() (app.Conversation, error) { return a.core.ShowBranch(run) })
}

// LastPlace is where the person was when the page was seen last.
func (a *App) LastPlace() (app.Place, error) {
	return answer(a, func() (app.Place, error) { return a.core.LastPlace() })
}

// KeepPlace keeps where the person is.
func (a *App) KeepPlace(place app.Place) error {
	return do(a, func() error { return a.core.KeepPlace(place) })
}

// Ask starts a run; the event "run" tells how it goes.
func (a *App) Ask(q runs.Question) (runs.Started, error) {
	return answer(a, func() (runs.Started, error) { return a.core.Ask(q) })
}

// Stop ends a run; what was written so far is kept.
func (a *App) Stop(run string) error {
	return do(a, func() error { return a.core.Stop(run) })
}

// Resume goes on with a run from its last finished step.
func (a *App) Resume(run string) (runs.Started, error) {
	return answer(a, func() (runs.Started, error) { return a.core.Resume(run) })
}

// StartOver makes a branch beside a run: it keeps the steps before a checkpoint, and does what follows again.
func (a *App) StartOver(run string, checkpoint uint64) (runs.Started, error) {
	return answer(a, func() (runs.Started, error) { return a.core.StartOver(run, checkpoint) })
}

// Reply answers a card of a run, and goes on with it.
func (a *App) Reply(run, card string, reply store.Reply) (runs.Started, error) {
	return answer(a, func() (runs.Started, error) { return a.core.Reply(run, card, reply) })
}

// ChangePlan tells a run that works through a plan how that is to be.
func (a *App) ChangePlan(run string, items []store.Item) error {
	return do(a, func() error { return a.core.Runs.ChangePlan(run, items) })
}

// RunEvents replays a run's events after a number.
func (a *App) RunEvents(run string, after int) ([]store.Event, error) {
	return answer(a, func() ([]store.Event, error) { return a.core.Runs.Events(run, after) })
}

// StepDetail tells what a step of a run was given and what it changed.
func (a *App) StepDetail(run string, checkpoint uint64, task string) (runs.StepDetail, error) {
	return answer(a, func() (runs.StepDetail, error) { return a.core.Runs.StepDetail(run, checkpoint, task) })
}

// Receipt tells what models were given in a run.
func (a *App) Receipt(run string) (store.Receipt, error) {
	return answer(a, func() (store.Receipt, error) { return a.core.Runs.Receipt(run) })
}

// ReceiptText is what was sent in a call of a run, word for word.
func (a *App) ReceiptText(run string, call int) (store.CallText, error) {
	return answer(a, func() (store.CallText, error) { return a.core.Runs.ReceiptText(run, call) })
}

// OpenReport opens what a run wrote, "pdf", "markdown" or "folder"; in a browser it gives the address of the PDF instead.
func (a *App) OpenReport(run, what string) (string, error) {
	return answer(a, func() (string, error) { return a.core.OpenReport(run, what) })
}

// Memories lists what is remembered of past turns, the newest first.
func (a *App) Memories() ([]runs.Memory, error) {
	return answer(a, func() ([]runs.Memory, error) { return a.core.Runs.Memories() })
}

// Forget deletes what is remembered of a run.
func (a *App) Forget(run string) error {
	return do(a, func() error { return a.core.Forget(run) })
}

// ForgetAll deletes all that is remembered.
func (a *App) ForgetAll() error {
	return do(a, func() error { return a.core.ForgetAll() })
}

// Settings are the person's choices with everything that can be changed.
func (a *App) Settings() (app.Settings, error) {
	return answer(a, func() (app.Settings, error) { return a.core.Settings(context.Background()) })
}

// SaveSettings checks and keeps them.
func (a *App) SaveSettings(s app.Settings) error {
	return do(a, func() error { return a.core.SaveSettings(context.Background(), s) })
}

// SaveLook keeps how the page looks.
func (a *App) SaveLook(look app.Look) error {
	return do(a, func() error { return a.core.SaveLook(look) })
}

// Speak has what the page reads said in its language (ISO 639-1) from now on.
func (a *App) Speak(language string) error {
	return do(a, func() error { return a.core.Speak(language) })
}

// TestAddress asks an Ollama whether it is there, at the usual address for "".
func (a *App) TestAddress(address string) (app.Reached, error) {
	return answer(a, func() (app.Reached, error) { return a.core.TestAddress(context.Background(), address) })
}

// DataFolder measures the data folder.
func (a *App) DataFolder() (app.DataFolder, error) {
	return answer(a, func() (app.DataFolder, error) { return a.core.DataFolder() })
}

// OpenDataFolder shows it in the system's file manager.
func (a *App) OpenDataFolder() error {
	return do(a, func() error { return a.core.OpenDataFolder() })
}

// EmptyQuarantine deletes what was set aside in the data folder.
func (a *App) EmptyQuarantine() error {
	return do(a, func() error { return a.core.EmptyQuarantine() })
}

// Compact gives back what room the databases don't need; the event "upkeep" tells the progress of this and what follows.
func (a *App) Compact() (app.Compacted, error) {
	return answer(a, func() (app.Compacted, error) { return a.core.Compact(context.Background()) })
}

// SaveBackup writes everything into one file, which the person names in the window.
func (a *App) SaveBackup() (app.SavedBackup, error) {
	return answer(a, func() (app.SavedBackup, error) { return a.core.SaveBackup(context.Background()) })
}

// ChooseBackup has the person choose a backup, and checks it. Nothing is replaced yet.
func (a *App) ChooseBackup() (app.Backup, error) {
	return answer(a, func() (app.Backup, error) { return a.core.ChooseBackup(context.Background()) })
}

// DropBackup forgets the backup that was checked.
func (a *App) DropBackup() error {
	return do(a, func() error { return a.core.DropBackup() })
}

// UseBackup puts it in the place of what is there, and opens it: it waits until no other call is under way.
func (a *App) UseBackup() (err error) {
	defer fault.Recover(a.core.Log, &err)
	return a.core.UseBackup()
}

// StopUpkeep ends a backup, a check or compacting that is under way.
func (a *App) StopUpkeep() error {
	return do(a, func() error { return a.core.StopUpkeep() })
}

// CheckSearchServer tries a search server, and tells in a sentence whether reports could ask it.
func (a *App) CheckSearchServer(s web.Settings) (string, error) {
	return answer(a, func() (string, error) { return a.core.CheckSearchServer(context.Background(), s) })
}

// OpenExternal opens a web address in the system's browser, after the person has agreed to it.
func (a *App) OpenExternal(address string) error {
	return do(a, func() error { return a.core.OpenExternal(address) })
}
