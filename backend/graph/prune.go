package graph

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Prune forgets a thread's checkpoints but the newest and those given, each of which keeps all that was saved beside it:
// its state, what its tasks came to, its answers, and its subgraphs as far as they got. A parent that was forgotten is
// still named by its children. The store uses the room again. It reads the thread once and writes once; ErrBusy while a
// run is under way.
func (w *Workflow[S, U]) Prune(ctx context.Context, thread string, keep ...uint64) error {
	release, err := w.take(thread)
	if err != nil {
		return err
	}
	defer release()
	store := w.config.Store
	newest, err := openJournal(ctx, store, thread, Sync).before(ctx, "", 0)
	if err != nil {
		return err
	}
	keep = append(slices.Clone(keep), newest.id)
	keys, values, err := store.Scan(ctx, thread, "")
	if err != nil {
		return fmt.Errorf("thread %s: %w", thread, err)
	}
	older, used := map[string]bool{}, map[string]bool{} // states of format 1; fields of those that stay
	var gone []string
	for i, key := range keys {
		kind, name, _ := strings.Cut(key, "/")
		if kind == "f" {
			continue
		}
		if !slices.Contains(keep, rootOf(name)) {
			gone = append(gone, key)
		} else if kind == "c" {
			var cp checkpoint
			err = decode(thread, key, values[i], &cp)
			older[name] = cp.Version == 1
		} else if kind == "s" && !older[name] {
			var s saved
			err = decode(thread, key, values[i], &s)
			for _, hash := range s.Large {
				used[fieldKey(hash)] = true
			}
		}
		if err != nil { // what it needs isn't known, so nothing goes
			return err
		}
	}
	for _, key := range keys {
		if strings.HasPrefix(key, "f/") && !used[key] {
			gone = append(gone, key)
		}
	}
	if err := store.Save(ctx, thread, gone, make([][]byte, len(gone))); err != nil {
		return fmt.Errorf("thread %s: %w", thread, err)
	}
	return nil
}

// rootOf reads from a key's name the number of the workflow's own checkpoint that it belongs to: its own, or that of the
// task in which its subgraph runs.
func rootOf(name string) uint64 {
	if id, own := strings.CutPrefix(name, "@"); own {
		id, _, _ = strings.Cut(id, "/")
		n, _ := strconv.ParseUint(id, 16, 64)
		return n
	}
	id, _, _ := strings.Cut(name, ".")
	n, _ := strconv.ParseUint(id, 10, 64)
	return n
}
