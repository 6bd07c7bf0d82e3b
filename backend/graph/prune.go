package graph

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// Prune forgets a thread's checkpoints but the newest and those given, each of which keeps all that was saved beside it:
// its state, what its tasks came to, its answers, and its subgraphs as far as they got. A parent that was forgotten is
// still named by its children. The store uses the room again. It reads the thread once and writes once; ErrBusy while a
// run is under way.
func (w *Workflow[S]) Prune(ctx context.Context, thread string, keep ...uint64) error {
	release, err := w.take(thread)
	if err != nil {
		return err
	}
	defer release()
	j := openJournal(ctx, w.config.Store, thread)
	newest, err := j.before(ctx, "", 0)
	if err != nil {
		return err
	}
	keep = append(slices.Clone(keep), newest.id)
	keys, values, err := j.store.Scan(ctx, thread, "")
	if err != nil {
		return j.named(err)
	}
	var gone []string
	used := map[string]bool{}                   // fields
	for i, key := range slices.Backward(keys) { // states before fields
		var s state
		switch kind, name, _ := strings.Cut(key, "/"); {
		case kind == "f" && used[key]:
		case kind == "f", !slices.Contains(keep, rootOf(name)):
			gone = append(gone, key)
		case kind == "s":
			if err := decode(values[i], &s, &s.Version); err != nil {
				return j.damaged(key, err)
			}
		}
		for _, hash := range s.Long {
			used[fieldKey(hash)] = true
		}
	}
	return j.named(j.store.Save(ctx, thread, gone, make([][]byte, len(gone))))
}

// rootOf reads from a key's name the number of the workflow's own checkpoint that it belongs to: its own, or that of the
// task in which its subgraph runs.
func rootOf(name string) (id uint64) {
	if _, err := fmt.Sscanf(name, "@%x", &id); err != nil {
		fmt.Sscanf(name, "%d.", &id)
	}
	return id
}
