package report

import (
	"errors"
	"fmt"

	"lectern/backend/llm"
)

// problems are what goes wrong without ending anything, as it is said in the report's language, by what it is in
// English. The verbs are the same, in the same order.
var problems = map[string]map[string]string{
	"de": {
		"No folder is set for reports, so none was written.":                                     "Für Berichte ist kein Ordner festgelegt, deshalb wurde keiner geschrieben.",
		"The folder for the report can't be used: %v.":                                           "Der Ordner für den Bericht kann nicht verwendet werden: %v.",
		"The folder for the report can't be made: %v. The report stands in the conversation.":    "Der Ordner für den Bericht kann nicht angelegt werden: %v. Der Bericht steht in der Unterhaltung.",
		"The folder for the report can't be written: %v. The report stands in the conversation.": "In den Ordner für den Bericht kann nicht geschrieben werden: %v. Der Bericht steht in der Unterhaltung.",
		"There are too many folders of the name %s.":                                             "Es gibt zu viele Ordner mit dem Namen %s.",
		"%s can't be written: %v.":                                                               "%s kann nicht geschrieben werden: %v.",
		"The library was searched by words alone: %v":                                            "Die Bibliothek wurde nur nach Wörtern durchsucht: %v",
		"The library could not be searched: %v":                                                  "Die Bibliothek konnte nicht durchsucht werden: %v",
		"The web could not be asked for “%s”: %v":                                                "Im Netz konnte nicht nach „%s“ gesucht werden: %v",
		"The web was switched off meanwhile, so it was not asked any more.":                      "Das Netz wurde inzwischen abgeschaltet und deshalb nicht weiter befragt.",
		"%s could not be read: %v":                                                               "%s konnte nicht gelesen werden: %v",
		"%s could not be used: %v":                                                               "%s konnte nicht verwendet werden: %v",
		"No draft from %s: %v":                                                                   "Kein Entwurf von %s: %v",
		"Round %d was verified by words and figures alone: %v":                                   "Runde %d wurde nur nach Wörtern und Zahlen geprüft: %v",
		"The PDF could not be made: %v.":                                                         "Das PDF konnte nicht erzeugt werden: %v.",
	},
	"ja": {
		"No folder is set for reports, so none was written.":                                     "レポート用のフォルダーが設定されていないため、ファイルは書き出されていません。",
		"The folder for the report can't be used: %v.":                                           "レポート用のフォルダーを使用できません（%v）。",
		"The folder for the report can't be made: %v. The report stands in the conversation.":    "レポート用のフォルダーを作成できません（%v）。レポートは会話の中にあります。",
		"The folder for the report can't be written: %v. The report stands in the conversation.": "レポート用のフォルダーに書き込めません（%v）。レポートは会話の中にあります。",
		"There are too many folders of the name %s.":                                             "「%s」という名前のフォルダーが多すぎます。",
		"%s can't be written: %v.":                                                               "%sを書き込めません（%v）。",
		"The library was searched by words alone: %v":                                            "ライブラリは語句だけで検索されました：%v",
		"The library could not be searched: %v":                                                  "ライブラリを検索できませんでした：%v",
		"The web could not be asked for “%s”: %v":                                                "ウェブで「%s」を検索できませんでした：%v",
		"The web was switched off meanwhile, so it was not asked any more.":                      "途中でウェブの利用が無効にされたため、それ以降は検索していません。",
		"%s could not be read: %v":                                                               "%s を読み取れませんでした：%v",
		"%s could not be used: %v":                                                               "%sを使用できませんでした：%v",
		"No draft from %s: %v":                                                                   "%sから下書きを得られませんでした：%v",
		"Round %d was verified by words and figures alone: %v":                                   "第%d回の検証は語句と数値だけで行われました：%v",
		"The PDF could not be made: %v.":                                                         "PDFを作成できませんでした（%v）。",
	},
}

var errNoReader = errors.New("there is no reader for PDFs")

// causes are the program's own errors that a problem may quote. Others, of a server or the system, stay as they are.
var causes = []struct {
	err    error
	de, ja string
}{
	{errEmptyText, "Es steht kein Text darin.", "テキストがありません。"},
	{errNoReader, "Für PDFs gibt es hier kein Leseprogramm.", "PDFを読み取る手段がありません。"},
	{errGone, "Das Dokument wurde inzwischen entfernt.", "文書は途中で削除されました。"},
	{llm.ErrDown, "Ollama ist nicht erreichbar.", "Ollamaに接続できません。"},
	{llm.ErrNoModel, "Das Modell ist nicht installiert.", "モデルがインストールされていません。"},
	{llm.ErrMemory, "Für das Modell ist zu wenig Speicher frei.", "モデルに必要なメモリが足りません。"},
	{llm.ErrContext, "Der Text ist für das Modell zu lang.", "モデルには長すぎるテキストです。"},
	{llm.ErrFormat, "Die Antwort des Modells hat nicht die verlangte Form.", "モデルの回答が求められた形式ではありません。"},
}

// problem says in a language what went wrong.
func problem(code, format string, args ...any) string {
	said, ok := problems[code][format]
	if !ok {
		return fmt.Sprintf(format, args...)
	}
	for i, arg := range args {
		err, ok := arg.(error)
		for _, c := range causes {
			if ok && errors.Is(err, c.err) {
				args[i] = map[string]string{"de": c.de, "ja": c.ja}[code]
				break
			}
		}
	}
	return fmt.Sprintf(said, args...)
}
