package app

import "time"

// mostAlone is how long a restore waits for what is under way.
const mostAlone = 10 * time.Second

// Enter is for whoever uses the parts: they aren't exchanged until leave is called. It is never called twice by one.
func (p *Program) Enter() (leave func()) {
	p.door.RLock()
	return p.door.RUnlock
}

// alone waits until nobody uses the parts, and keeps everybody out until the door is unlocked. False: somebody still does.
func (p *Program) alone() bool {
	for until := time.Now().Add(mostAlone); time.Now().Before(until); time.Sleep(20 * time.Millisecond) {
		if p.door.TryLock() {
			return true
		}
	}
	return false
}
