package app

import (
	"errors"
	"net/url"
)

// OpenExternal opens a web address in the system's browser, after the person has agreed to it.
func (c *Core) OpenExternal(address string) error {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" {
		return errors.New("only web addresses can be opened")
	}
	return c.Shell.OpenURL(u.String())
}
