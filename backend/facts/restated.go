package facts

import (
	"regexp"
	"strings"
)

// version tells whether figures were restated (IAS 8.42, ASC 250-10-45).
type version int

const (
	unversioned version = iota
	restated            // as restated, as adjusted, recast
	original            // as previously reported
)

var (
	restatedWords = regexp.MustCompile(`(?i)\b(?:as )?(?:restated|recast(?:ed)?)\b|\bas (?:adjusted|revised)\b`)
	originalWords = regexp.MustCompile(`(?i)\b(?:as )?(?:previously|originally|initially|first) (?:reported|stated|presented|filed)\b|\bas reported\b|\bbefore (?:the )?restatement\b`)
)

// versionIn is what a head or a question says of it.
func versionIn(s string) version {
	switch {
	case originalWords.MatchString(s):
		return original
	case restatedWords.MatchString(s):
		return restated
	}
	return unversioned
}

// withoutVersion takes it out of a text.
func withoutVersion(s string) string {
	if versionIn(s) == unversioned {
		return s
	}
	return strings.TrimSpace(originalWords.ReplaceAllString(restatedWords.ReplaceAllString(s, " "), " "))
}

// suits tells how well a column's version is the one that is asked for: the newest where nothing is said.
func (asked version) suits(is version) float64 {
	const hardly, rather = .3, .8
	switch {
	case asked == is:
		return 1
	case asked == unversioned && is == original:
		return rather
	case asked == unversioned || is == unversioned && asked == restated:
		return 1
	case is == unversioned:
		return rather
	}
	return hardly
}
