package llmtest

import (
	"encoding/json"
	"fmt"
	"testing"
)

func TestFormsThatSmallModelsCannotFollowAreFound(t *testing.T) {
	deep := `{"type":"object","properties":{"a":{"type":"array","maxItems":2,"items":{"type":"object","properties":{"b":%s}}}}}`
	many := ""
	for i := range 13 {
		many += fmt.Sprintf(`,"p%d":{"type":"integer"}`, i)
	}
	for schema, want := range map[string]string{
		``: "[]",
		fmt.Sprintf(deep, `{"type":"array","maxItems":3,"items":{"type":"integer"}}`):                "[]",
		fmt.Sprintf(deep, `{"type":"array","maxItems":3,"items":{"type":"object"}}`):                 "[it.a[].b[] is an object 3 deep]",
		fmt.Sprintf(deep, `{"type":"string"}`):                                                       "[it.a[].b is a string without maxLength]",
		fmt.Sprintf(deep, `{"type":"string","enum":["yes"]}`):                                        "[]",
		`{"type":"array","items":{"type":"string","maxLength":3}}`:                                   "[it is a list without maxItems]",
		`{"type":"object","properties":{` + many[1:] + `}}`:                                          "[it has 13 properties]",
		`{"type":"object","properties":{"a":{"type":"object","properties":{"b":{"type":"array"}}}}}`: "[it.a.b is a list without maxItems]",
	} {
		if got := fmt.Sprint(Unsound(json.RawMessage(schema))); got != want {
			t.Errorf("%s: %s, want %s", schema, got, want)
		}
	}
}
