//go:build desktop && !e2e

package window

import "context"

// startTestBridge does nothing outside of test builds.
func startTestBridge(context.Context) {}
