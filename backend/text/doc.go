// Package text knows languages. Whoever reads text asks here, so that all rooms agree on what a sentence is, which
// language it is in, and which words carry nothing.
//
// # Words
//
// A span is a half-open range of bytes of the text that it was found in; every function that finds something in a text
// gives spans, never copies. Languages are ISO 639-1 codes; "" is a language that isn't known.
//
//	for _, s := range text.Sentences(page) {
//		fmt.Println(page[s.Start:s.End])
//	}
//
// # Languages
//
// Language is for anything that a person or a model wrote, down to a question of three words. MainLanguage is for
// documents, and says nothing where tables leave too little prose. Both go by script first (Japanese, Chinese, Korean,
// Russian, Arabic), then by the words of the languages below.
//
// words/ has a file for each language, en, de, fr, es, it, ja and zh, with what its words may be where sentences are cut
// (vocabulary.go tells the roles), and those that a search leaves out. ru and ar have the latter only; pt, nl, sv and pl
// only their commonest words. any.txt holds for all. Another language is another file, and its code in vocabulary.go.
//
// # Caveats
//
//   - A sentence is cut for citing: rows of tables, headings and entries of lists are pieces of their own.
//   - Headings of Chinese characters alone are taken for Chinese, Japanese ones too.
//   - Three words of Spanish, French or Italian that the others have too ("la casa") are of no language.
package text
