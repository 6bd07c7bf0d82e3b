package keyword

import (
	"math"

	"lectern/backend/messages"
)

// Config holds the parameters of the score. BM25 is Robertson and Zaragoza, "The Probabilistic Relevance Framework"
// (2009), with the non-negative IDF ln(1 + (N - df + .5)/(df + .5)).
type Config struct {
	K1           float64 `json:"k1"`            // BM25's k1: how soon a word that comes again stops counting
	LengthWeight float64 `json:"length-weight"` // BM25's b, 0 to 1: how much a long block pays for its length

	HeadingWeight    float64 `json:"heading-weight"`    // of BM25 over the page's heading lines, beside the block's own
	SectionWeight    float64 `json:"section-weight"`    // of BM25 over the last headings up to the block
	FigureWeight     float64 `json:"figure-weight"`     // score × (1 + FigureWeight · share of figures)
	DefinitionWeight float64 `json:"definition-weight"` // of the parts of a measure that the question names

	NameWeight  float64 `json:"name-weight"`  // in a file's score: of its name,
	FirstWeight float64 `json:"first-weight"` // its first words,
	WholeWeight float64 `json:"whole-weight"` // and its whole text
	LikeWeight  float64 `json:"like-weight"`  // and of being like what the question says of the file: its company, year, type
	FileWeight  float64 `json:"file-weight"`  // of the file's score beside the block's

	BestFiles int `json:"best-files"` // files looked into in a search over several,
	MinBlocks int `json:"min-blocks"` // and more until they hold so many blocks: ten letters of a page are no library
}

// Defaults were measured on questions about company filings, reports and encyclopedia articles.
func Defaults() Config {
	return Config{
		K1: .9, LengthWeight: .5,
		HeadingWeight: .3, SectionWeight: .2, FigureWeight: .85, DefinitionWeight: .5,
		NameWeight: 1.5, FirstWeight: .15, WholeWeight: .5, LikeWeight: 2, FileWeight: 4,
		BestFiles: 10, MinBlocks: 2000,
	}
}

// Validate names a parameter that no search can work with.
func (c Config) Validate() error {
	for _, p := range []struct {
		key   string
		value float64
		most  float64
	}{
		{"k1", c.K1, 100}, {"length-weight", c.LengthWeight, 1}, {"heading-weight", c.HeadingWeight, 100}, {"section-weight", c.SectionWeight, 100},
		{"figure-weight", c.FigureWeight, 100}, {"name-weight", c.NameWeight, 100},
		{"definition-weight", c.DefinitionWeight, 1},
		{"first-weight", c.FirstWeight, 100}, {"whole-weight", c.WholeWeight, 100}, {"like-weight", c.LikeWeight, 100}, {"file-weight", c.FileWeight, 100},
	} {
		if math.IsNaN(p.value) || p.value < 0 || p.value > p.most {
			return messages.Error("keyword.number-out-of-bounds", messages.Args{"key": p.key, "value": p.value, "most": p.most})
		}
	}
	if c.BestFiles < 1 {
		return messages.Error("keyword.best-files", messages.Args{"value": c.BestFiles})
	}
	if c.MinBlocks < 0 {
		return messages.Error("keyword.min-blocks", messages.Args{"value": c.MinBlocks})
	}
	return nil
}
