//go:build !desktop

package cli

import "errors"

const hasWindow = false

func openWindow(*env) error { return errors.New("this build has no window") }
