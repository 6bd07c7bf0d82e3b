// Package whole is for questions that only reading everything answers: how often something is mentioned and where, which
// documents never mention it, a list of all of a kind, a count, a summary. Read tells whether a question is one; the rest
// reads every passage of some documents once and makes the answer.
//
// # Words
//
// Exact words (Mentions, Never), dates, amounts and the like (List of a Sort), and the summary made of a document's own
// sentences need no model: they are counted and listed here, and each page that is named is cited. What only understanding
// finds is read by a model, in batches (Plan, Batches); what it finds in a passage is kept by passage (store.Extracts), so
// that nothing is read twice, and counts and lists are made here of what is kept.
//
// Every answer ends with what was read (Coverage): how many passages of how many files, and which pages gave no text.
//
// # Caveats
//
//   - What runs along the edges of pages is no passage, so what it mentions isn't counted.
//   - An answer names mostPlaces pages at most. How many more there are is told.
package whole
