package store

import "slices"

// The runs of a conversation form a tree. Below a run stand the questions that were asked after it; where one was asked
// instead of another, or was started over, they stand beside each other, and each is the beginning of a branch. All
// the functions here take a conversation's runs in the order in which they were asked.

// Way leads from the first run of a branch down to the given one.
func Way(runs []Run, id string) []Run {
	way := []Run{}
	for _, r := range slices.Backward(runs) { // what is above was asked before
		if r.ID == id {
			way, id = append(way, r), r.Parent
		}
	}
	slices.Reverse(way)
	return way
}

// Beside lists the runs at the place of the given one, its own included.
func Beside(runs []Run, r Run) []string {
	ids := []string{}
	for _, other := range runs {
		if other.Parent == r.Parent {
			ids = append(ids, other.ID)
		}
	}
	return ids
}

// latest is the run asked last of those below the given one, or that one itself. Nothing stands below it.
func latest(runs []Run, id string) string {
	below, last := map[string]bool{id: true}, id
	for _, r := range runs {
		if below[r.Parent] {
			below[r.ID], last = true, r.ID
		}
	}
	return last
}
