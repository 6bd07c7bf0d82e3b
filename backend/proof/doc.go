// Package proof holds what a text claims against what documents say, without asking a model.
//
// A text is cut into sentences; those that claim something, and the passages that they cite, are compared by their words,
// names, years, amounts, denials and opposites (SupportConfig.Claim), and their figures are looked for in cells and lines
// (proof/figures). What comes of it has one vocabulary, for an answer, a draft and a text from elsewhere alike:
//
//	claim      a sentence, or a cell of a table with its label and its head, that says something of the world (store.Claim)
//	inside     what a sentence says of its own figures: wrong whatever the evidence says
//	evidence   what a citation stands for: a passage's sentences, and what stands over them
//	verdict    one of six: store.Verified, Partly, NotFound, InDoubt, Contradicted, NotChecked
//	judgement  what a model says of a claim that words left open; it never talks a wrong figure right
//
// Words that aren't found prove nothing either way. The bounds in SupportDefaults were fitted to labelled pairs of claim
// and passage (testdata/support.jsonl), of which half was kept apart.
package proof
