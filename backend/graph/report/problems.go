package report

import "lectern/backend/messages"

var errNoReader = messages.Error("report.no-reader")

// say gives Go's own words in the language of the report.
func say(s State) messages.Messages { return messages.In(s.Code) }
