package app

import "lectern/backend/models"

// PullModel downloads a model, or goes on with that, onto the server that will use it.
func (c *Core) PullModel(model string) error {
	return c.Pulls.Start(model, model == models.SuggestEmbed().Name)
}

// ListPulls are the downloads of models that aren't done.
func (c *Core) ListPulls() []models.Pull { return c.saidOfPulls(c.Pulls.List()) }

func (c *Core) tellPulls(ps []models.Pull) { c.Program.tell().Pulls(c.saidOfPulls(ps)) }

// saidOfPulls are downloads with what ended them in the language of the page.
func (c *Core) saidOfPulls(ps []models.Pull) []models.Pull {
	for i, p := range ps {
		ps[i].Message = c.again(p.Message)
	}
	return ps
}
