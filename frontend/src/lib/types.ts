// What the page and the Go side say to each other. It is Go that says it: ../wailsjs is generated from there (see
// contract_test.go), and these are the names by which the page calls it. Times are RFC 3339, arrays are never null.
import type { analyst, app, checked, library, models, rag, report, research, runs, sheet, store, web } from '../wailsjs/go/models'

export type Status = app.Status
export type Workspace = app.WorkspaceInfo
export type Model = app.Model
export type Suggestion = app.Suggestion
export type Pull = models.Pull
export type AddResult = app.AddResult
export type Settings = app.Settings
export type Advanced = app.Advanced
export type Look = app.Look
export type Reached = app.Reached
export type DataFolder = app.DataFolder
export type Backup = app.Backup
export type SavedBackup = app.SavedBackup
export type Upkeep = app.Upkeep
export type NodeModel = app.NodeModel
export type WebSettings = web.Settings

export type Document = library.Document
export type Adding = library.Adding
export type Sample = app.Sample
export type Details = library.Details
export type Labels = library.Labels
export type DocumentMetadata = library.Metadata
export type Metadata = store.Metadata
export type Where = store.Where
export type Name = store.Name
export type ReadingReport = app.ReadingReport
export type Verdict = store.Verdict
export type Hidden = store.Hidden
export type Heading = store.Heading
export type PageText = app.PageText
export type Rect = store.Rect

export type TableList = app.TableList
export type TableInfo = app.TableInfo
export type TableSheet = app.TableSheet
export type TableHead = sheet.Head
export type TablePart = app.TablePart
export type TableColumn = app.TableColumn
export type TableRow = app.TableRow
export type TableCell = app.TableCell
export type TableExport = app.TableExport
export type TableText = app.TableText
export type SavedFile = app.SavedFile

export type SearchRequest = app.SearchRequest
export type SearchResponse = app.SearchResponse
export type Hit = app.FoundPassage
export type FoundMessage = app.FoundMessage
export type Piece = app.Piece
export type Filter = store.Filter
export type Facet = app.Facet
export type Narrowed = app.Narrowed
export type Why = store.Why
export type Reason = app.Reason
export type Calibration = runs.Calibration
export type Threshold = runs.Threshold

export type ConversationInfo = app.ConversationInfo
export type Conversation = app.Conversation
export type Turn = runs.Turn
export type Reading = store.Reading
export type Step = runs.StepInfo
export type Note = runs.Note
export type StepDetail = runs.StepDetail
export type Field = runs.Field
export type Question = runs.Question
export type NumberWish = store.Override
export type Started = runs.Started
export type RunEvent = store.Event
export type Citation = store.Citation
export type Figure = store.Figure
export type Operand = store.Operand
export type Place = store.Place
export type Source = store.Source
export type Card = store.Card
export type Item = store.Item
export type Reply = store.Reply
export type Memory = runs.Memory
/** A workflow's name, which the program gives it. */
export type Workflow = string
export type WorkflowInfo = runs.Workflow
export type Mode = Turn['mode']
export type TurnStatus = Turn['status']
export type AnswerMode = Turn['answerMode']
export type EventKind = RunEvent['kind']

export type Audit = store.Audit
export type Claim = store.Claim
export type ClaimPlace = store.ClaimPlace
export type MarkVerdict = store.MarkVerdict
export type SentenceVerdict = Claim['verdict']
export type FigureCheck = store.FigureCheck
export type FigureCandidate = store.FigureCandidate
export type FigureCell = store.FigureCell
export type Mend = store.Mend
export type CheckRequest = app.CheckRequest
export type CheckedText = app.CheckedText

export type Receipt = store.Receipt
export type Call = store.Call
export type CallPassage = store.CallPassage
export type CallHistory = store.CallHistory
export type LeftOut = store.LeftOut
export type CallText = store.CallText
export type CallMessage = store.CallMessage

// What workflows make beside an answer.
export type CheckedOutput = checked.Output
export type ResearchOutput = research.Output
export type ReportOutput = report.Output
export type AnalystOutput = analyst.Output
export type ChartData = analyst.Chart
export type ChartPoint = analyst.Point
export type Comparison = analyst.Comparison
export type Measure = analyst.Measure
export type Entry = analyst.Entry
export type Score = checked.Score
export type Cost = rag.Cost

/** What a person wants of one run alone. */
export type Wishes = Pick<Question, 'folder' | 'language' | 'numbers'>

export type Occurrences = app.Occurrences
export type WindowPlace = app.Place
