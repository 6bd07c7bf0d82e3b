package rag

// ArtifactRef names something that a workflow keeps beside the run that made it (see store.Outputs): states hold these,
// never texts.
type ArtifactRef struct {
	Run  string `json:"run"`
	Name string `json:"name"` // "" for none
}
