package rag

import (
	"lectern/backend/text"
	"regexp"
	"strings"
)

// answerType is the kind of thing that a question asks for, as far as its words tell.
type answerType int

const (
	anyAnswer answerType = iota
	timeAnswer
	numberAnswer
	personAnswer
	placeAnswer
	nameAnswer
	reasonAnswer
)

// What a question in English, German, Japanese or Chinese asks with.
var asking = []struct {
	answerType
	*regexp.Regexp
}{
	{reasonAnswer, regexp.MustCompile(`(?i)^\W*(?:why|how come|warum|weshalb|wieso|pourquoi|por qué|per quale motivo)\b|\b(?:what|which (?:factors?|reasons?|causes?)) (?:drove|drives|caused|causes|led to|explains?|explained|(?:is|are|was|were) the (?:main |primary |key |principal )?(?:reasons?|causes?|drivers?))\b|\b(?:reasons? (?:for|why|behind)|due to what|aus welche[mn] gr[uü]nde?n?|was (?:war|waren|ist|sind) (?:der|die) (?:gr[uü]nde?|ursachen?)|woran (?:liegt|lag)|à quoi (?:est|sont) due?|quelles? (?:est|sont) (?:la|les) (?:causes?|raisons?))\b|なぜ|何故|どうして|理由は|原因は|为什么|为何|何以|原因是什么`)},
	{timeAnswer, regexp.MustCompile(`(?i)\b(?:when|(?:what|which) (?:\w+ )?(?:years?|dates?|days?|months?|century|decade|time)|how long ago|wann|(?:welche[mnrs]?|seit welchem) (?:jahr|tag|datum|monat|jahrhundert)\w*)\b|什么时候|何时|哪一?年|哪一?天|几年|几月|いつ|何年|何月|何日`)},
	{numberAnswer, regexp.MustCompile(`(?i)\b(?:how (?:many|much|old|long|far|tall|high|large|big|often|deep|fast|wide|heavy)|what (?:\w+ )?(?:percentage|percent|number|amount|share|proportion|size|rate|total)|wie (?:viele?|hoch|lang|lange|gro(?:ß|ss)|alt|oft|weit|tief|schnell|schwer)|wieviele?|prozentsatz|welche[rn]? (?:anteil|zahl|anzahl|betrag|höhe))\b|多少|百分之几|几[个人次岁]|多[大高长久远]|いくつ|いくら|何[人個回歳件本枚台]|何(?:パーセント|%|％)|どの(?:くらい|ぐらい)|どれ(?:くらい|ぐらい|だけ)`)},
	{personAnswer, regexp.MustCompile(`(?i)\b(?:who|whose|whom|wer|wen|wem|wessen)\b|谁|誰|だれ`)},
	{placeAnswer, regexp.MustCompile(`(?i)\b(?:where|wo|woher|wohin)\b|哪里|哪儿|何处|什么地方|どこ`)},
	{nameAnswer, regexp.MustCompile(`(?i)\b(?:what|which|welche[mnrs]?) (?:\w+ )?(?:person|people|man|woman|artist|author|writer|actor|singer|player|coach|king|queen|president|minister|scientist|engineer|company|compan(?:y|ies)|firm|bank|organi[sz]ation|agency|university|school|team|group|party|country|countries|nation|state|city|cities|town|island|river|mountain|region|continent|language|religion|book|film|song|newspaper|Künstler\w*|Autor\w*|Person|König\w*|Präsident\w*|Wissenschaftler\w*|Unternehmen|Firma|Bank|Organisation|Behörde|Universität|Schule|Mannschaft|Gruppe|Partei|Land|Länder|Staat\w*|Stadt|Städte|Insel|Fluss|Berg|Region|Kontinent|Sprache|Buch|Film|Lied|Zeitung)\b`)},
}

// answerTypeOf reads what a question asks for.
func answerTypeOf(question string) answerType {
	for _, a := range asking {
		if a.MatchString(question) {
			return a.answerType
		}
	}
	return anyAnswer
}

var (
	dates   = regexp.MustCompile(`(?i)\b(?:1[0-9]|20)\d\d(?:s|er)?\b|\b(?:january|february|march|april|june|july|august|september|october|november|december|januar|februar|märz|mai|juni|juli|oktober|dezember|\d{1,2}(?:st|nd|rd|th)? century|\d{1,2}\. jahrhundert)\b|\d\s?[年月日]|世纪|世紀`)
	numbers = regexp.MustCompile(`(?i)\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozens?|hundreds?|thousands?|millions?|billions?|half|third|quarter|twice|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|hundert|tausend|million(?:en)?|milliarden?|hälfte|drittel|viertel|doppelt)\b|[一二三四五六七八九十百千万億亿]`)
)

// reasons are words that a sentence gives its reason with.
var reasons = regexp.MustCompile(`(?i)\b(?:because|due to|owing to|driven by|caused by|as a result of|resulting from|attribut(?:able|ed) to|thanks to|on account of|reflect(?:s|ed|ing)|stem(?:s|med|ming) from|led to|so that|in order to|weil|da sich|wegen|aufgrund|auf grund|infolge|durch (?:den|die|das|einen|eine|höhere|niedrigere|geringere)|zurückzuführen|bedingt|dank|parce qu|en raison d|à cause d|grâce [aà]|dus? [aà]|debido a|porque|a causa de|gracias a)|ため|により|によって|からで|ので|因为|由于|因此|所致|归因于`)

// in tells whether a text holds a thing of the kind that isn't in the question already.
func (c answerType) in(s, question string) bool {
	switch c {
	case timeAnswer:
		return fresh(dates.FindAllString(s, -1), question)
	case numberAnswer:
		return fresh(numbers.FindAllString(s, -1), question)
	case reasonAnswer:
		return reasons.MatchString(s)
	case personAnswer, placeAnswer, nameAnswer:
		return fresh(text.Names(s), question)
	}
	return false
}

func fresh(found []string, question string) bool {
	question = strings.ToLower(question)
	for _, f := range found {
		if !strings.Contains(question, strings.ToLower(f)) {
			return true
		}
	}
	return false
}
