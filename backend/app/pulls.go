package app

import "lectern/backend/models"

// PullModel downloads a model, or goes on with that, onto the server that will use it.
func (c *Core) PullModel(model string) error {
	return c.Pulls.Start(model, model == models.SuggestEmbed().Name)
}
