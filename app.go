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

// answer runs a use case that has something to say, from its beginning to its end in the workspace that is shown when it is
// called.
func answer[T any](a *App, use func(core *app.Core) (T, error)) (_ T, err error) {
	defer a.core.Enter()()
	defer a.core.InItsLanguage(&err)
	defer fault.Recover(a.core.Log, &err)
	return use(a.core.Shown())
}

// do runs one that has not.
func do(a *App, use func(core *app.Core) error) (err error) {
	defer a.core.Enter()()
	defer a.core.InItsLanguage(&err)
	defer fault.Recover(a.core.Log, &err)
	return use(a.core.Shown())
}

// Status is how things stand: Ollama, the models, the data folder.
func (a *App) Status() (app.Status, error) {
	return answer(a, func(core *app.Core) (app.Status, error) { return core.Status() })
}

// LookAgain asks Ollama what there is, and tells.
func (a *App) LookAgain() (app.Status, error) {
	return answer(a, func(core *app.Core) (app.Status, error) { return core.LookAgain(context.Background()) })
}

// Pulls are the downloads of models that aren't done.
func (a *App) Pulls() ([]models.Pull, error) {
	return answer(a, func(core *app.Core) ([]models.Pull, error) { return core.ListPulls(), nil })
}

// PullModel has Ollama download a model, or go on with that; the event "pulls" tells how far it is.
func (a *App) PullModel(model string) error {
	return do(a, func(core *app.Core) error { return core.PullModel(model) })
}

// PausePull ends a download until it is begun again.
func (a *App) PausePull(model string) error {
	return do(a, func(core *app.Core) error { core.Pulls.Pause(model); return nil })
}

// CancelPull ends a download.
func (a *App) CancelPull(model string) error {
	return do(a, func(core *app.Core) error { core.Pulls.Cancel(model); return nil })
}

// Mend makes a library whose database is lost or damaged anew from its PDFs; the event "documents" tells the progress.
func (a *App) Mend() (app.Status, error) {
	return answer(a, func(core *app.Core) (app.Status, error) { return core.Mend() })
}

// Rescue puts a backup that the person chooses in the place of a data folder that is damaged; false: they chose none.
func (a *App) Rescue() (bool, error) {
	return answer(a, func(core *app.Core) (bool, error) { return core.Rescue(context.Background()) })
}

// Workspaces lists them, in the order in which they were made.
func (a *App) Workspaces() ([]app.WorkspaceInfo, error) {
	return answer(a, func(core *app.Core) ([]app.WorkspaceInfo, error) { return core.Workspaces() })
}

// ShowWorkspace shows another workspace from now on; the event "workspaces" tells every page.
func (a *App) ShowWorkspace(id string) error {
	return do(a, func(core *app.Core) error { return core.ShowWorkspace(id) })
}

// AddWorkspace makes a workspace, and returns its id.
func (a *App) AddWorkspace(name string) (string, error) {
	return answer(a, func(core *app.Core) (string, error) { return core.AddWorkspace(name) })
}

// RenameWorkspace gives a workspace another name.
func (a *App) RenameWorkspace(id, name string) error {
	return do(a, func(core *app.Core) error { return core.RenameWorkspace(id, name) })
}

// RemoveWorkspace removes a workspace with all that is in it, for good.
func (a *App) RemoveWorkspace(id string) error {
	return do(a, func(core *app.Core) error { return core.RemoveWorkspace(id) })
}

// Documents lists the library.
func (a *App) Documents() ([]library.Document, error) {
	return answer(a, func(core *app.Core) ([]library.Document, error) { return core.Documents() })
}

// AddPaths adds files and folders; it returns at once and the event "documents" tells the progress.
func (a *App) AddPaths(paths []string) (app.AddResult, error) {
	return answer(a, func(core *app.Core) (app.AddResult, error) { return core.AddPaths(context.Background(), paths) })
}

// MoveDocuments puts documents into a group, "" takes them out of theirs; "documents" tells.
func (a *App) MoveDocuments(ids []string, folder string) error {
	return do(a, func(core *app.Core) error { return core.Library.Move(ids, folder) })
}

// ChooseFiles lets the person pick files in the system's dialog, and adds them.
func (a *App) ChooseFiles() (app.AddResult, error) {
	return answer(a, func(core *app.Core) (app.AddResult, error) { return core.ChooseFiles(context.Background()) })
}

// ChooseFolder lets the person pick a folder in the system's dialog, and adds what lies in it.
func (a *App) ChooseFolder() (app.AddResult, error) {
	return answer(a, func(core *app.Core) (app.AddResult, error) { return core.ChooseFolder(context.Background()) })
}

// Sample is a document to begin with, and what can be asked of it.
func (a *App) Sample() (app.Sample, error) {
	return answer(a, func(core *app.Core) (app.Sample, error) { return core.Sample() })
}

// AddSample adds it.
func (a *App) AddSample() error {
	return do(a, func(core *app.Core) error { return core.AddSample() })
}

// Adding is how far everything is that is being added.
func (a *App) Adding() (library.Adding, error) {
	return answer(a, func(core *app.Core) (library.Adding, error) { return core.Library.Adding(), nil })
}

// PauseAdding has what is added wait, or go on.
func (a *App) PauseAdding(paused bool) error {
	return do(a, func(core *app.Core) error { return core.Library.Pause(paused) })
}

// AddFirst adds a file before all others that wait.
func (a *App) AddFirst(id string) error {
	return do(a, func(core *app.Core) error { return core.Library.First(id) })
}

// CancelAdding doesn't add a file that is being added; a document that is read anew stays as it was.
func (a *App) CancelAdding(id string) error {
	return do(a, func(core *app.Core) error { return core.Library.Cancel(id) })
}

// CancelAllAdding does so with all that isn't in the library yet.
func (a *App) CancelAllAdding() error {
	return do(a, func(core *app.Core) error { return core.Library.CancelAll() })
}

// UnlockDocument adds a file that waits for its password, which is used for that and not kept.
func (a *App) UnlockDocument(id, password string) error {
	return do(a, func(core *app.Core) error { return core.Library.Unlock(id, password) })
}

// RemoveAndWipe takes a document out of the library, and off the disk at once.
func (a *App) RemoveAndWipe(id string) error {
	return do(a, func(core *app.Core) error { return core.RemoveAndWipe(id) })
}

// RemoveDocument takes a document out of the library; when it returns nothing finds it.
func (a *App) RemoveDocument(id string) error {
	return do(a, func(core *app.Core) error { return core.Library.Remove(id) })
}

// RetryDocument reads a document that failed again.
func (a *App) RetryDocument(id string) error {
	return do(a, func(core *app.Core) error { return core.Library.Retry(id) })
}

// DocumentDetails is what is known of a document beside its text.
func (a *App) DocumentDetails(id string) (library.Details, error) {
	return answer(a, func(core *app.Core) (library.Details, error) { return core.Details(id) })
}

// DocumentLabels lists what documents can be found by in a list, beside their names.
func (a *App) DocumentLabels() ([]library.Labels, error) {
	return answer(a, func(core *app.Core) ([]library.Labels, error) { return core.Library.Labels() })
}

// TagDocuments gives documents one more tag.
func (a *App) TagDocuments(ids []string, tag string) error {
	return do(a, func(core *app.Core) error { return core.Library.Tag(ids, tag) })
}

// SaveDocumentDetails keeps what the person wants of them.
func (a *App) SaveDocumentDetails(id string, wanted library.Metadata) error {
	return do(a, func(core *app.Core) error { return core.Library.SaveDetails(id, wanted) })
}

// RenewVectors embeds the documents anew that an older version of the model embedded; "documents" tells how it goes.
func (a *App) RenewVectors() error {
	return do(a, func(core *app.Core) error { return core.RenewVectors() })
}

// ReadingReport is how a document was read.
func (a *App) ReadingReport(document string) (app.ReadingReport, error) {
	return answer(a, func(core *app.Core) (app.ReadingReport, error) { return core.ReadingReport(document) })
}

// ReadAgain reads a document's file again, in the background: "documents" tells how it goes.
func (a *App) ReadAgain(document string) error {
	return do(a, func(core *app.Core) error { return core.Library.RereadSoon(document) })
}

// UseHidden reads a file again with the text that nobody sees, or without it, like ReadAgain.
func (a *App) UseHidden(document string, use bool) error {
	return do(a, func(core *app.Core) error { return core.Library.UseHiddenSoon(document, use) })
}

// HiddenText is the text on a page, from 1, that nobody sees.
func (a *App) HiddenText(document string, page int) ([]store.Hidden, error) {
	return answer(a, func(core *app.Core) ([]store.Hidden, error) { return core.HiddenText(document, page) })
}

// PageText is the text of a page as it was read.
func (a *App) PageText(document string, page int) (app.PageText, error) {
	return answer(a, func(core *app.Core) (app.PageText, error) { return core.PageText(document, page) })
}

// FindInDocument tells on which pages of a document words stand, and how often on each.
func (a *App) FindInDocument(document, words string) ([]app.Occurrences, error) {
	return answer(a, func(core *app.Core) ([]app.Occurrences, error) { return core.FindInDocument(document, words) })
}

// Outline is a document's table of contents as its file has it; empty if it has none.
func (a *App) Outline(document string) ([]store.Heading, error) {
	return answer(a, func(core *app.Core) ([]store.Heading, error) { return core.Outline(document) })
}

// QuoteRects is where a quotation stands on its page, as the reader found it; empty where that isn't known.
func (a *App) QuoteRects(document string, page int, quote, prefix, suffix string) ([]store.Rect, error) {
	return answer(a, func(core *app.Core) ([]store.Rect, error) {
		return core.QuoteRects(document, page, quote, prefix, suffix)
	})
}

// Tables lists the tables of a document.
func (a *App) Tables(document string) (app.TableList, error) {
	return answer(a, func(core *app.Core) (app.TableList, error) { return core.Tables(document) })
}

// PageTables are the tables that stand on a page, whole, from the top down.
func (a *App) PageTables(document string, page int) ([]app.TableSheet, error) {
	return answer(a, func(core *app.Core) ([]app.TableSheet, error) { return core.PageTables(document, page) })
}

// CopyTable writes a table, a row or a cell as text.
func (a *App) CopyTable(wanted app.TableExport) (app.TableText, error) {
	return answer(a, func(core *app.Core) (app.TableText, error) { return core.CopyTable(wanted) })
}

// SaveTables writes a table, all of the document's for 0, into a file: "xlsx" or "csv".
func (a *App) SaveTables(document string, n int, format string) (app.SavedFile, error) {
	return answer(a, func(core *app.Core) (app.SavedFile, error) { return core.SaveTables(document, n, format) })
}

// SaveComparison writes the comparison that a run made into a file: "xlsx" or "csv".
func (a *App) SaveComparison(run, format string) (app.SavedFile, error) {
	return answer(a, func(core *app.Core) (app.SavedFile, error) { return core.SaveComparison(run, format) })
}

// SaveExport writes the answer of a run, or a conversation, into a file: "md", "html" or "pdf".
func (a *App) SaveExport(id, format string) (app.SavedFile, error) {
	return answer(a, func(core *app.Core) (app.SavedFile, error) { return core.SaveExport(id, format) })
}

// CopyAnswer is the answer of a run with its sources and what is proved of it, as Markdown.
func (a *App) CopyAnswer(run string) (string, error) {
	return answer(a, func(core *app.Core) (string, error) { return core.CopyAnswer(run) })
}

// SavePicture writes a picture of a chart, PNG in base 64, into a file. A browser downloads it by itself.
func (a *App) SavePicture(name, picture string) (app.SavedFile, error) {
	return answer(a, func(core *app.Core) (app.SavedFile, error) { return core.SavePicture(name, picture) })
}

// WorkflowGraph is a workflow's graph, as Markdown with flowcharts.
func (a *App) WorkflowGraph(workflow string) (string, error) {
	return answer(a, func(*app.Core) (string, error) { return runs.Drawing(workflow), nil })
}

// Search finds passages, without any chat model.
func (a *App) Search(wanted app.SearchRequest) (app.SearchResponse, error) {
	return answer(a, func(core *app.Core) (app.SearchResponse, error) { return core.Search(context.Background(), wanted) })
}

// Facets are what searches can be narrowed by.
func (a *App) Facets() ([]app.Facet, error) {
	return answer(a, func(core *app.Core) ([]app.Facet, error) { return core.Facets() })
}

// Warm has the models loaded that a question needs which somebody begins to type; it returns when they are.
func (a *App) Warm(model string) error {
	return do(a, func(core *app.Core) error { return core.Warm(context.Background(), model) })
}

// Narrow tells how a question would be narrowed if it were asked now.
func (a *App) Narrow(q runs.Question) (app.Narrowed, error) {
	return answer(a, func(core *app.Core) (app.Narrowed, error) { return core.Narrow(q) })
}

// Why tells why a passage was found for a run's question.
func (a *App) Why(run, passage string) (app.Reason, error) {
	return answer(a, func(core *app.Core) (app.Reason, error) { return core.Why(context.Background(), run, passage) })
}

// Check holds a text from anywhere against documents.
func (a *App) Check(wanted app.CheckRequest) (app.CheckedText, error) {
	return answer(a, func(core *app.Core) (app.CheckedText, error) { return core.Check(context.Background(), wanted) })
}

// JudgeAnswer asks the model of a run about the sentences of its answer that words left open.
func (a *App) JudgeAnswer(run string) (store.Audit, error) {
	return answer(a, func(core *app.Core) (store.Audit, error) { return core.Runs.JudgeAnswer(context.Background(), run) })
}

// MendFigure puts what the pages have in the place of a figure, which begins at a byte of a run's answer.
func (a *App) MendFigure(run string, start int, now string) (store.Event, error) {
	return answer(a, func(core *app.Core) (store.Event, error) { return core.MendFigure(run, start, now) })
}

// UndoMend puts back what stood there.
func (a *App) UndoMend(run string, start int) (store.Event, error) {
	return answer(a, func(core *app.Core) (store.Event, error) { return core.UndoMend(run, start) })
}

// Calibration is what similarities mean in the library, and where the thresholds lie.
func (a *App) Calibration() (runs.Calibration, error) {
	return answer(a, func(core *app.Core) (runs.Calibration, error) { return core.Calibration() })
}

// Calibrate measures it now.
func (a *App) Calibrate() (runs.Calibration, error) {
	return answer(a, func(core *app.Core) (runs.Calibration, error) { return core.Calibrate(context.Background()) })
}

// Conversations lists them, the last used first.
func (a *App) Conversations() ([]app.ConversationInfo, error) {
	return answer(a, func(core *app.Core) ([]app.ConversationInfo, error) { return core.Conversations() })
}

// Conversation reads one with all that happened in the branch of it that is shown.
func (a *App) Conversation(id string) (app.Conversation, error) {
	return answer(a, func(core *app.Core) (app.Conversation, error) { return core.Conversation(id) })
}

// Notify tells the person who looks elsewhere that something is done.
func (a *App) Notify(title, text string) error {
	return do(a, func(core *app.Core) error { core.Shell.Notify(title, text); return nil })
}

// ConversationsWith are the ids of conversations in which words stand.
func (a *App) ConversationsWith(words string) ([]string, error) {
	return answer(a, func(core *app.Core) ([]string, error) { return core.ConversationsWith(words) })
}

// FindMessages finds questions and answers by their words.
func (a *App) FindMessages(text string) ([]app.FoundMessage, error) {
	return answer(a, func(core *app.Core) ([]app.FoundMessage, error) { return core.FindMessages(text) })
}

// RenameConversation gives it another title.
func (a *App) RenameConversation(id, title string) error {
	return do(a, func(core *app.Core) error { return core.RenameConversation(id, title) })
}

// DeleteConversation removes it with everything in it.
func (a *App) DeleteConversation(id string) error {
	return do(a, func(core *app.Core) error { return core.DeleteConversation(id) })
}

// ShowBranch shows the branch that a run is in, from now on.
func (a *App) ShowBranch(run string) (app.Conversation, error) {
	return answer(a, func(core *app.Core) (app.Conversation, error) { return core.ShowBranch(run) })
}

// LastPlace is where the person was when the page was seen last.
func (a *App) LastPlace() (app.Place, error) {
	return answer(a, func(core *app.Core) (app.Place, error) { return core.LastPlace() })
}

// KeepPlace keeps where the person is.
func (a *App) KeepPlace(place app.Place) error {
	return do(a, func(core *app.Core) error { return core.KeepPlace(place) })
}

// Ask starts a run; the event "run" tells how it goes.
func (a *App) Ask(q runs.Question) (runs.Started, error) {
	return answer(a, func(core *app.Core) (runs.Started, error) { return core.Ask(q) })
}

// Stop ends a run; what was written so far is kept.
func (a *App) Stop(run string) error {
	return do(a, func(core *app.Core) error { return core.Stop(run) })
}

// Resume goes on with a run from its last finished step.
func (a *App) Resume(run string) (runs.Started, error) {
	return answer(a, func(core *app.Core) (runs.Started, error) { return core.Resume(run) })
}

// StartOver makes a branch beside a run: it keeps the steps before a checkpoint, and does what follows again.
func (a *App) StartOver(run string, checkpoint uint64) (runs.Started, error) {
	return answer(a, func(core *app.Core) (runs.Started, error) { return core.StartOver(run, checkpoint) })
}

// Reply answers a card of a run, and goes on with it.
func (a *App) Reply(run, card string, reply store.Reply) (runs.Started, error) {
	return answer(a, func(core *app.Core) (runs.Started, error) { return core.Reply(run, card, reply) })
}

// ChangePlan tells a run that works through a plan how that is to be.
func (a *App) ChangePlan(run string, items []store.Item) error {
	return do(a, func(core *app.Core) error { return core.Runs.ChangePlan(run, items) })
}

// RunEvents replays a run's events after a number.
func (a *App) RunEvents(run string, after int) ([]store.Event, error) {
	return answer(a, func(core *app.Core) ([]store.Event, error) { return core.Runs.Events(run, after) })
}

// StepDetail tells what a step of a run was given and what it changed.
func (a *App) StepDetail(run string, checkpoint uint64, task string) (runs.StepDetail, error) {
	return answer(a, func(core *app.Core) (runs.StepDetail, error) { return core.Runs.StepDetail(run, checkpoint, task) })
}

// Receipt tells what models were given in a run.
func (a *App) Receipt(run string) (store.Receipt, error) {
	return answer(a, func(core *app.Core) (store.Receipt, error) { return core.Runs.Receipt(run) })
}

// ReceiptText is what was sent in a call of a run, word for word.
func (a *App) ReceiptText(run string, call int) (store.CallText, error) {
	return answer(a, func(core *app.Core) (store.CallText, error) { return core.Runs.ReceiptText(run, call) })
}

// OpenReport opens what a run wrote, "pdf", "markdown" or "folder"; in a browser it gives the address of the PDF instead.
func (a *App) OpenReport(run, what string) (string, error) {
	return answer(a, func(core *app.Core) (string, error) { return core.OpenReport(run, what) })
}

// Memories lists what is remembered of past turns, the newest first.
func (a *App) Memories() ([]runs.Memory, error) {
	return answer(a, func(core *app.Core) ([]runs.Memory, error) { return core.Runs.Memories() })
}

// Forget deletes what is remembered of a run.
func (a *App) Forget(run string) error {
	return do(a, func(core *app.Core) error { return core.Forget(run) })
}

// ForgetAll deletes all that is remembered.
func (a *App) ForgetAll() error {
	return do(a, func(core *app.Core) error { return core.ForgetAll() })
}

// Settings are the person's choices with everything that can be changed.
func (a *App) Settings() (app.Settings, error) {
	return answer(a, func(core *app.Core) (app.Settings, error) { return core.Settings(context.Background()) })
}

// SaveSettings checks and keeps them.
func (a *App) SaveSettings(s app.Settings) error {
	return do(a, func(core *app.Core) error { return core.SaveSettings(context.Background(), s) })
}

// SaveLook keeps how the page looks.
func (a *App) SaveLook(look app.Look) error {
	return do(a, func(core *app.Core) error { return core.SaveLook(look) })
}

// Speak has what the page reads said in its language (ISO 639-1) from now on.
func (a *App) Speak(language string) error {
	return do(a, func(core *app.Core) error { return core.Speak(language) })
}

// TestAddress asks an Ollama whether it is there, at the usual address for "".
func (a *App) TestAddress(address string) (app.Reached, error) {
	return answer(a, func(core *app.Core) (app.Reached, error) { return core.TestAddress(context.Background(), address) })
}

// DataFolder measures the data folder.
func (a *App) DataFolder() (app.DataFolder, error) {
	return answer(a, func(core *app.Core) (app.DataFolder, error) { return core.DataFolder() })
}

// OpenDataFolder shows it in the system's file manager.
func (a *App) OpenDataFolder() error {
	return do(a, func(core *app.Core) error { return core.OpenDataFolder() })
}

// EmptyQuarantine deletes what was set aside in the data folder.
func (a *App) EmptyQuarantine() error {
	return do(a, func(core *app.Core) error { return core.EmptyQuarantine() })
}

// Compact gives back what room the databases don't need; the event "upkeep" tells the progress of this and what follows.
func (a *App) Compact() (app.Compacted, error) {
	return answer(a, func(core *app.Core) (app.Compacted, error) { return core.Compact(context.Background()) })
}

// SaveBackup writes everything into one file, which the person names in the window.
func (a *App) SaveBackup() (app.SavedBackup, error) {
	return answer(a, func(core *app.Core) (app.SavedBackup, error) { return core.SaveBackup(context.Background()) })
}

// ChooseBackup has the person choose a backup, and checks it. Nothing is replaced yet.
func (a *App) ChooseBackup() (app.Backup, error) {
	return answer(a, func(core *app.Core) (app.Backup, error) { return core.ChooseBackup(context.Background()) })
}

// DropBackup forgets the backup that was checked.
func (a *App) DropBackup() error {
	return do(a, func(core *app.Core) error { return core.DropBackup() })
}

// UseBackup puts it in the place of what is there, and opens it: it waits until no other call is under way.
func (a *App) UseBackup() (err error) {
	defer fault.Recover(a.core.Log, &err)
	return a.core.UseBackup()
}

// StopUpkeep ends a backup, a check or compacting that is under way.
func (a *App) StopUpkeep() error {
	return do(a, func(core *app.Core) error { return core.StopUpkeep() })
}

// CheckSearchServer tries a search server, and tells in a sentence whether reports could ask it.
func (a *App) CheckSearchServer(s web.Settings) (string, error) {
	return answer(a, func(core *app.Core) (string, error) { return core.CheckSearchServer(context.Background(), s) })
}

// OpenExternal opens a web address in the system's browser, after the person has agreed to it.
func (a *App) OpenExternal(address string) error {
	return do(a, func(core *app.Core) error { return core.OpenExternal(address) })
}
