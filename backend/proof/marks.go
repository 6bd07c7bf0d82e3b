package proof

import (
	"regexp"
	"strconv"
	"strings"
)

// Citations as models write them: a whole text, anywhere in one, and at its beginning.
var (
	mark       = regexp.MustCompile(`^[\[【]\s*(?:(?:passages?|sources?|id|p)\.?\s*[:#]?\s*)?(\d{1,3}(?:\s*(?:,|;|-|–|and|und)\s*(?:passage\s*)?\d{1,3})*)\s*(?:[†‡][^\]】]*)?[\]】]$`)
	anyMark    = regexp.MustCompile(strings.Trim(mark.String(), "^$"))
	firstMark  = regexp.MustCompile(strings.TrimSuffix(mark.String(), "$"))
	markNumber = regexp.MustCompile(`\d{1,3}|[-–]`)
)

// IDs reads a text that is a citation and nothing else, such as "[3]", "[1, 4–6]" or "【source 2】": the numbers that it
// names, with those between the ends of a range. It is nil for any other text.
func IDs(text string) []int {
	if m := mark.FindStringSubmatch(text); m != nil {
		return numbersOf(m[1])
	}
	return nil
}

// numbersOf reads the numbers of a mark.
func numbersOf(mark string) (ids []int) {
	through := false
	for _, part := range markNumber.FindAllString(mark, -1) {
		n, err := strconv.Atoi(part)
		if err != nil {
			through = true
			continue
		}
		const widest = 10
		if last := len(ids) - 1; through && last >= 0 && n > ids[last] && n-ids[last] < widest {
			for k := ids[last] + 1; k < n; k++ {
				ids = append(ids, k)
			}
		}
		ids, through = append(ids, n), false
	}
	return ids
}
