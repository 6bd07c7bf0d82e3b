package llm

import (
	"os"
	"os/exec"
	"path/filepath"
)

// installed looks for Ollama where its installers put it.
func installed() bool {
	if _, err := exec.LookPath("ollama"); err == nil {
		return true
	}
	for _, path := range []string{
		"/Applications/Ollama.app",
		"/etc/systemd/system/ollama.service",
		filepath.Join(os.Getenv("LOCALAPPDATA"), "Programs", "Ollama", "ollama.exe"),
	} {
		if _, err := os.Stat(path); err == nil {
			return true
		}
	}
	return false
}
