package eval

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

// Lines reads a file of JSON, one value a line.
func Lines[T any](path string) (out []T, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	in := bufio.NewScanner(file)
	in.Buffer(nil, 16<<20)
	for in.Scan() {
		var v T
		if err := json.Unmarshal(in.Bytes(), &v); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, len(out)+1, err)
		}
		out = append(out, v)
	}
	return out, in.Err()
}
