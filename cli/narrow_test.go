package cli

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lectern/backend/ingest/pdftest"
	"lectern/backend/library"
	"lectern/backend/llm/llmtest"
)

func TestASearchIsNarrowedByTagFolderAndYearsAndPrefersWhatItSays(t *testing.T) {
	b := newBench(t)
	dir, other := t.TempDir(), t.TempDir()
	b.must("add", write(t, dir, "Acme_2018_10K.pdf", pdftest.Text("The harbour paid for its ferries.")), write(t, dir, "Acme_2019_10K.pdf", pdftest.Text("The harbour sold its ferries.")),
		write(t, other, "Bolt_2016_10K.pdf", pdftest.Text("The harbour built its ferries.")))
	b.must("info", "Bolt_2016_10K", "--add-tag", "#ships", "--add-tag", "old")
	found := func(args ...string) string {
		t.Helper()
		var docs []string
		for _, h := range lines[hitLine](t, b.must(append([]string{"--json", "search"}, args...)...)) {
			docs = append(docs, h.Doc)
		}
		return strings.Join(docs, " ")
	}
	sorted := func(docs string) string {
		all := strings.Fields(docs)
		slices.Sort(all)
		return strings.Join(all, " ")
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"ferries", "--tag", "ships"}, "Bolt_2016_10K"},
		{[]string{"ferries", "--folder", dir}, "Acme_2018_10K Acme_2019_10K"},
		{[]string{"ferries", "--folder", filepath.Dir(dir), "--year", "2017-2018"}, "Acme_2018_10K"},
		{[]string{"ferries", "--year", "2016", "--year", "2019", "--type", "10-K"}, "Acme_2019_10K Bolt_2016_10K"},
		{[]string{"Acme's ferries in 2018", "--all"}, "Acme_2018_10K Acme_2019_10K Bolt_2016_10K"},
		{[]string{"Acme's ferries in 2018", "--file", "Bolt_2016_10K"}, "Bolt_2016_10K"},
	} {
		if got := sorted(found(c.args...)); got != c.want {
			t.Errorf("%v found %s", c.args, got)
		}
	}
	for question, first := range map[string]string{"Acme's ferries in 2018": "Acme_2018_10K", "Bolt's ferries in 2016": "Bolt_2016_10K"} {
		if got := found(question); !strings.HasPrefix(got, first) || len(strings.Fields(got)) != 3 {
			t.Errorf("%s found %s", question, got)
		}
	}
	if _, _, stderr := b.run("search", "Acme's ferries in 2018"); !strings.Contains(stderr, "Documents of Acme; 2018 come first: 1 of 3.") {
		t.Errorf("%q", stderr)
	}
	if code, _, stderr := b.run("search", "ferries", "--year", "soon"); code != ExitUsage || !strings.Contains(stderr, "“soon” is no year") {
		t.Errorf("%d %q", code, stderr)
	}
	if code, _, stderr := b.run("ask", "Where are the ferries?", "--company", "Nobody"); code != ExitFailed || !strings.Contains(stderr, "no document is like that (Nobody)") {
		t.Errorf("%d %q", code, stderr)
	}
	if out := b.must("ask", "Where are the ferries?", "--tag", "ships"); !strings.Contains(out, "built its ferries") || strings.Contains(out, "sold") {
		t.Errorf("%q", out)
	}
}

func TestTagsAreAddedAndRemoved(t *testing.T) {
	b := newBench(t)
	b.must("add", write(t, t.TempDir(), "Lease.pdf", lease()))
	tags := func(args ...string) []string {
		t.Helper()
		return lines[library.Details](t, b.must(append([]string{"--json", "info", "Lease"}, args...)...))[0].Current.Tags
	}
	if got := tags("--add-tag", "home", "--add-tag", "#Home", "--add-tag", "rent, flat"); !slices.Equal(got, []string{"home", "rent, flat"}) {
		t.Error(got)
	}
	if got := tags("--reset", "--remove-tag", "HOME"); !slices.Equal(got, []string{"rent, flat"}) {
		t.Error(got)
	}
	if out := b.must("info", "Lease"); !strings.Contains(out, "Tags:     rent, flat\n") {
		t.Error(out)
	}
	if code, _, stderr := b.run("info", "Lease", "--remove-tag", "gone"); code != ExitFailed || !strings.Contains(stderr, "has no tag") {
		t.Errorf("%d %q", code, stderr)
	}
}

func TestDocumentsOfAnOlderModelAreEmbeddedAnewOnlyWhenThatIsSaid(t *testing.T) {
	b, server := newBench(t), llmtest.New(t)
	if code, _, stderr := b.run("embed", "--again"); code != ExitFailed || !strings.Contains(stderr, "there is no embedding model") {
		t.Errorf("%d %q", code, stderr)
	}
	b.host = server.URL
	b.must("add", write(t, t.TempDir(), "Lease.pdf", lease()))
	server.Digest("d2")
	if out := b.must("embed"); !strings.HasPrefix(out, "1 document embedded by an older ") || !strings.Contains(out, "lectern embed --again") {
		t.Errorf("%q", out)
	}
	if left := lines[embedLine](t, b.must("--json", "embed")); left[0] != (embedLine{0, 1}) {
		t.Errorf("%+v", left)
	}
	if out := b.must("embed", "--again"); !strings.HasPrefix(out, "All documents with text are embedded by ") {
		t.Errorf("%q", out)
	}
}
