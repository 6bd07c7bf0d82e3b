package metadata

import (
	"regexp"
	"strings"
)

// ofForm is what stands on the cover of every report on the forms of the American Securities and Exchange Commission, and what
// contracts and reports call a company once they have named it. None of it is a title or somebody's name.
var ofForm = regexp.MustCompile(`(?i)^(?:united(?: states(?: of america)?(?: securities and exchange commission)?)?|securities and exchange commission|washington,? d\.? ?c\.?.*|form \d+-[kq].*|commission file (?:number|no).*|` +
	`emerging growth company.*|(?:large )?accelerated filer.*|non-accelerated filer.*|(?:smaller reporting|shell) company.*|\(?mark one\)?|table of contents|` +
	`(?:the )?(?:company|corporation|registrant|issuer|group|parent company)|.*\bstock (?:exchange|market)(?:,? (?:inc|llc|plc))?|(?:the )?nasdaq (?:global )?(?:select )?market(?: llc)?|` +
	`\S? ?(?:annual|quarterly|current) report pursuant to.*|current report|from to|.*\bsecurities exchange act of 1934.*|` +
	`indicate by check mark.*|securities registered pursuant to.*|i\.?r\.?s\.? employer.*|not applicable|n/a|none)$`)

// saysNothing tells whether a would-be title or name is a form's.
func saysNothing(text string) bool {
	return ofForm.MatchString(strings.Trim(strings.Join(strings.Fields(text), " "), " .,:;*☐☒[]"))
}
