package formula

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"
)

func TestFormulasAreWrittenOnALine(t *testing.T) {
	for tex, want := range map[string]string{
		`\frac{9{,}961}{42{,}879}`:                         "9,961 / 42,879",
		`\frac{5{,}349}{\frac{9{,}796 + 11{,}563}{2}}`:     "5,349 / ((9,796 + 11,563) / 2)",
		`20{,}182 + 6{,}622`:                               "20,182 + 6,622",
		`\frac{41.7}{36.2} - 1 = 15.2\,\%`:                 "41.7 / 36.2 − 1 = 15.2 %",
		`\text{Gross margin} = \frac{a_1}{b^2} \times 100`: "Gross margin = a₁ / b² × 100",
		`\sqrt[3]{\frac{8}{2}} - 1`:                        "³√(8 / 2) − 1",
		`\sqrt{16}`:                                        "√16",
		`\sqrt{a+b}`:                                       "√(a + b)",
		`365 \cdot \frac{(3 + 4) / 2}{x_{t-1}}`:            "365 · ((3 + 4) / 2) / x_(t − 1)",
		`\left( \frac{1}{2} \right)^{10}`:                  "(1 / 2)¹⁰",
		`\left(\frac{V_f}{V_i}\right)^{1/n}`:               "(V_f / V_i)^(1 / n)",
		`-3 + (-2) = -5`:                                   "−3 + (−2) = −5",
		`\frac12`:                                          "1 / 2",
		`\max(3, 4)`:                                       "max(3, 4)",
		`x`:                                                "x",
		`\frac{\text{Net income}}{\text{Average equity (\$ million)}}`: "Net income / Average equity ($ million)",
		`\text{Wachstum} \approx 12{,}5\,\%`:                           "Wachstum ≈ 12,5 %",
		`\mathrm{ROE} = \dfrac{\mathbf{5}}{10}`:                        "ROE = 5 / 10",
		`\frac{(a) + (b)}{2}`:                                          "((a) + (b)) / 2",
		`売上高 \times 2`:                                                 "売上高 × 2",
		`\unknown{x}`:                                                  `\unknown{x}`, `\frac{1`: `\frac{1`, `}{`: `}{`, ``: ``, `^2`: `^2`, `a &= b`: `a &= b`, `\text{a\b}`: `\text{a\b}`,
		`\begin{array}{c} x \end{array}`: `\begin{array}{c} x \end{array}`,
	} {
		if got := Text(tex); got != want {
			t.Errorf("%s is written %q, not %q", tex, got, want)
		}
	}
}

func TestFormulasAreDrawnByABrowser(t *testing.T) {
	for tex, want := range map[string]string{
		`\frac{9{,}961}{42{,}879}`: `<math><mrow><mfrac><mrow><mn>9,961</mn></mrow><mrow><mn>42,879</mn></mrow></mfrac></mrow></math>`,
		`\sqrt[3]{x} - 1`:          `<math><mrow><mroot><mrow><mi>x</mi></mrow><mrow><mn>3</mn></mrow></mroot><mo>−</mo><mn>1</mn></mrow></math>`,
		`a_1^2`:                    `<math><mrow><msubsup><mi>a</mi><mrow><mn>1</mn></mrow><mrow><mn>2</mn></mrow></msubsup></mrow></math>`,
		`\text{a <b> & c}`:         "<math><mrow><mtext>a\u00a0&lt;b&gt;\u00a0&amp;\u00a0c</mtext></mrow></math>",
		`\href{javascript:x}{y}`:   "",
	} {
		if got := MathML(tex, false); got != want {
			t.Errorf("%s is drawn as %s, not %s", tex, got, want)
		}
	}
	if got := MathML("x", true); !strings.HasPrefix(got, `<math display="block">`) {
		t.Error("a formula that stands by itself doesn't say so: ", got)
	}
}

// FuzzFormulas holds any text against what every formula promises: it ends, and what comes of it is well-formed and holds no
// element that MathML doesn't have.
func FuzzFormulas(f *testing.F) {
	for _, tex := range []string{`\frac{1}{2}`, `\sqrt[n]{x^2_1}`, `\text{<script>alert(1)</script>}`, strings.Repeat(`\frac{`, 500), strings.Repeat(`{`, 90) + strings.Repeat(`}`, 90), `\left(.5\right.`, "\xff", `x^^2`, `a_{b}_c`, `\`} {
		f.Add(tex)
	}
	f.Fuzz(func(t *testing.T, tex string) {
		Text(tex)
		drawn := MathML(tex, false)
		if drawn == "" {
			return
		}
		known := map[string]bool{"math": true, "mrow": true, "mn": true, "mi": true, "mo": true, "mtext": true, "mfrac": true, "msqrt": true, "mroot": true, "msub": true, "msup": true, "msubsup": true}
		for d := xml.NewDecoder(strings.NewReader(drawn)); ; {
			token, err := d.Token()
			if err == io.EOF {
				return
			}
			if err != nil {
				t.Fatalf("%q: %v in %s", tex, err, drawn)
			}
			if e, ok := token.(xml.StartElement); ok && (!known[e.Name.Local] || len(e.Attr) > 0) {
				t.Fatalf("%q has the element %s %v", tex, e.Name.Local, e.Attr)
			}
		}
	})
}
