package app

import (
	"net/url"

	"lectern/backend/messages"
)

// OpenExternal opens a web address in the system's browser, after the person has agreed to it.
func (c *Core) OpenExternal(address string) error {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" {
		return messages.Error("app.web-addresses-only")
	}
	return c.Shell.OpenURL(u.String())
}
