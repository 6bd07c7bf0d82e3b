package main

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
)

// sheet is a PDF of one page, to be spoilt: its objects by their numbers. The catalog is object 1.
type sheet struct {
	objects map[int][]byte
	trailer string
	version string
}

const (
	sound  = "BT /F1 12 Tf 72 720 Td (An honest line of text) Tj ET"
	fonts  = "/Font<</F1 5 0 R>>"
	helvet = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
)

func honest() sheet {
	return sheet{map[int][]byte{
		1: []byte("<</Type/Catalog/Pages 2 0 R>>"),
		2: []byte("<</Type/Pages/Kids[3 0 R]/Count 1>>"),
		3: []byte("<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<<" + fonts + ">>/Contents 4 0 R>>"),
		4: stream("", []byte(sound)),
		5: []byte(helvet),
	}, "", "1.4"}
}

func stream(entries string, data []byte) []byte {
	return fmt.Appendf(nil, "<<%s/Length %d>>\nstream\n%s\nendstream", entries, len(data), data)
}

// with gives the sheet with objects put in.
func (s sheet) with(changes map[int]string) sheet {
	s.objects = maps.Clone(s.objects)
	for n, body := range changes {
		s.objects[n] = []byte(body)
	}
	return s
}

// saying gives the sheet with other contents.
func (s sheet) saying(content []byte) sheet {
	return s.with(map[int]string{4: string(stream("", content))})
}

// resources gives the sheet with other resources beside its font.
func (s sheet) resources(entries string) sheet {
	return s.with(map[int]string{3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<<" + fonts + entries + ">>/Contents 4 0 R>>"})
}

func (s sheet) bytes() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%%PDF-%s\n%%\xe2\xe3\xcf\xd3\n", s.version)
	numbers := slices.Sorted(maps.Keys(s.objects))
	at := map[int]int{}
	for _, n := range numbers {
		at[n] = b.Len()
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", n, s.objects[n])
	}
	start, size := b.Len(), numbers[len(numbers)-1]+1
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", size)
	for n := 1; n < size; n++ {
		if off, ok := at[n]; ok {
			fmt.Fprintf(&b, "%010d 00000 n \n", off)
		} else {
			b.WriteString("0000000000 65535 f \n")
		}
	}
	fmt.Fprintf(&b, "trailer\n<</Size %d/Root 1 0 R%s>>\nstartxref\n%d\n%%%%EOF\n", size, s.trailer, start)
	return b.Bytes()
}

// xrefStream gives the sheet with its cross references in a stream that claims to hold so many.
func (s sheet) xrefStream(size int64, widths string, index string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.5\n")
	rows := []byte{0, 0, 0, 0, 0, 0xFF, 0xFF}
	for _, n := range slices.Sorted(maps.Keys(s.objects)) {
		rows = append(rows, 1)
		rows = binary.BigEndian.AppendUint32(rows, uint32(b.Len()))
		rows = append(rows, 0, 0)
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", n, s.objects[n])
	}
	start := b.Len()
	fmt.Fprintf(&b, "90 0 obj\n%s\nendobj\nstartxref\n%d\n%%%%EOF\n",
		stream(fmt.Sprintf("/Type/XRef/Size %d%s/W[%s]/Root 1 0 R/Filter/FlateDecode", size, index, widths), deflate(1, rows)), start)
	return b.Bytes()
}

// deflate compresses data so many times over.
func deflate(times int, data []byte) []byte {
	for range times {
		data = deflated(1, data)
	}
	return data
}

// deflated compresses a unit that is repeated.
func deflated(repeat int, unit []byte) []byte {
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	for range repeat {
		_, _ = z.Write(unit) // to memory
	}
	_ = z.Close()
	return b.Bytes()
}

// bomb is a stream of a unit repeated to a size, compressed so many times.
func bomb(entries string, unit string, size, times int) []byte {
	block := bytes.Repeat([]byte(unit), max(1<<20/len(unit), 1))
	data := deflate(times-1, deflated(size/len(block)+1, block))
	return stream(entries+"/Filter["+strings.Repeat("/FlateDecode", times)+"]", data)
}

func form(resources, content string) string {
	return string(stream("/Type/XObject/Subtype/Form/BBox[0 0 999 999]/Resources<<"+resources+">>", []byte(content)))
}

func nested(open, in, shut string, deep int) string {
	return strings.Repeat(open, deep) + in + strings.Repeat(shut, deep)
}

// crafted are files each of which has something against a reader. scale makes the large ones smaller: 1 is full size.
func crafted(random *rand.Rand, scale int) map[string][]byte {
	out := map[string][]byte{}
	for _, part := range []func(*rand.Rand, int) map[string][]byte{lies, loops, depths, bombs, glyphs, rubble} {
		maps.Copy(out, part(random, scale))
	}
	return out
}

// lies are wrong counts, lengths and places.
func lies(*rand.Rand, int) map[string][]byte {
	h, out := honest(), map[string][]byte{}
	plain := string(h.bytes())
	for _, n := range []string{"9000000000000000000", "2147483648", "-7", "7", "0", "4 0 R", "(long)", "99 0 R", "1e99"} {
		out["length "+n] = h.with(map[int]string{4: "<</Length " + n + ">>\nstream\n" + sound + "\nendstream"}).bytes()
	}
	for _, n := range []string{"2147483647", "4294967297", "-5", "0", "9999999999999999999", "1000"} {
		out["pages "+n] = h.with(map[int]string{2: "<</Type/Pages/Kids[3 0 R]/Count " + n + ">>"}).bytes()
	}
	for _, n := range []string{"4294967295", "400000000", "1", "-1"} {
		out["xref count "+n] = []byte(strings.Replace(plain, "xref\n0 6\n", "xref\n0 "+n+"\n", 1))
		out["xref start "+n] = []byte(strings.Replace(plain, "xref\n0 6\n", "xref\n"+n+" 1\n0000000000 00000 n \n0 6\n", 1))
	}
	for _, n := range []int64{200_000_000, 1<<31 - 1, 1 << 40, 9e18, -1, 0} {
		out[fmt.Sprint("xref stream ", n)] = h.xrefStream(n, "1 4 2", "")
		out[fmt.Sprint("xref index ", n)] = h.xrefStream(8, "1 4 2", fmt.Sprintf("/Index[0 %d]", n))
	}
	for _, w := range []string{"1 4 2000000000", "0 0 0", "-1 4 2", "8 8 8", "1 4", "[1] 4 2"} {
		out["xref widths "+w] = h.xrefStream(6, w, "")
	}
	for _, at := range []string{"999999999", "-1", "0", "99999999999999999999", "17"} {
		out["startxref "+at] = []byte(plain[:strings.LastIndex(plain, "startxref")] + "startxref\n" + at + "\n%%EOF\n")
	}
	for _, box := range []string{"0 0 1000000 1000000", "0 0 0 0", "612 792 0 0", "-1e30 -1e30 1e30 1e30", "0 0 1e-30 1e-30", "a b c d", "0 0"} {
		body := strings.Replace(string(h.objects[3]), "0 0 612 792", box, 1)
		out["sheet "+box] = h.with(map[int]string{3: body}).bytes()
	}
	for _, r := range []string{"45", "-90", "2147483647", "90 0 R", "1e20"} {
		out["turned "+r] = h.with(map[int]string{3: strings.Replace(string(h.objects[3]), "/Contents", "/Rotate "+r+"/Contents", 1)}).bytes()
	}
	for _, v := range []string{"9.9", "0.0", "1", "1.4.5", strings.Repeat("1", 2000)} {
		s := h
		s.version = v
		out["version "+end(v, 8)] = s.bytes()
	}
	return out
}

// loops lead back to where they came from.
func loops(*rand.Rand, int) map[string][]byte {
	h, out := honest(), map[string][]byte{}
	plain := string(h.bytes())
	back := h
	back.trailer = fmt.Sprintf("/Prev %d", strings.LastIndex(plain, "xref\n0"))
	out["previous is itself"] = back.bytes()
	back.trailer = "/Prev 9"
	out["previous is nothing"] = back.bytes()
	out["kid is its parent"] = h.with(map[int]string{2: "<</Type/Pages/Kids[2 0 R]/Count 5>>"}).bytes()
	out["kids are each other's"] = h.with(map[int]string{2: "<</Type/Pages/Kids[6 0 R]/Count 3>>", 6: "<</Type/Pages/Parent 2 0 R/Kids[2 0 R 6 0 R 3 0 R]/Count 3>>"}).bytes()
	out["parent is its kid"] = h.with(map[int]string{2: "<</Type/Pages/Kids[3 0 R]/Count 1/Parent 3 0 R>>", 3: "<</Type/Page/Parent 2 0 R/Contents 4 0 R>>"}).bytes()
	out["form in itself"] = h.resources("/XObject<</X 6 0 R>>").saying([]byte("/X Do")).with(map[int]string{6: form("/XObject<</X 6 0 R>>", "/X Do BT (x) Tj ET")}).bytes()
	out["forms in each other"] = h.resources("/XObject<</X 6 0 R>>").saying([]byte("/X Do")).with(map[int]string{
		6: form("/XObject<</X 7 0 R>>", "/X Do /X Do"), 7: form("/XObject<</X 6 0 R>>", "/X Do /X Do")}).bytes()
	out["pattern in itself"] = h.resources("/Pattern<</P 6 0 R>>").saying([]byte("/Pattern cs /P scn 0 0 600 700 re f")).with(map[int]string{
		6: string(stream("/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep .001/YStep .001/Resources<</Pattern<</P 6 0 R>>>>", []byte("/Pattern cs /P scn 0 0 9 9 re f")))}).bytes()
	out["mask in itself"] = h.resources("/XObject<</I 6 0 R>>").saying([]byte("600 0 0 700 0 0 cm /I Do")).with(map[int]string{
		6: string(stream("/Type/XObject/Subtype/Image/Width 8/Height 8/ColorSpace/DeviceGray/BitsPerComponent 8/SMask 6 0 R", make([]byte, 64)))}).bytes()
	out["colours in themselves"] = h.resources("/ColorSpace<</C 6 0 R>>").saying([]byte("/C cs .5 sc 0 0 600 700 re f " + sound)).with(map[int]string{6: "[/Indexed 6 0 R 255 6 0 R]"}).bytes()
	out["function in itself"] = h.resources("/Shading<</S 7 0 R>>").saying([]byte("/S sh " + sound)).with(map[int]string{
		6: "<</FunctionType 3/Domain[0 1]/Functions[6 0 R 6 0 R]/Bounds[.5]/Encode[0 1 0 1]>>", 7: "<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 600 700]/Function 6 0 R>>"}).bytes()
	out["type 3 font in itself"] = h.with(map[int]string{
		5: "<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[.1 0 0 .1 0 0]/CharProcs<</a 6 0 R>>/Encoding<</Differences[65/a/a/a]>>/FirstChar 65/LastChar 67/Widths[9 9 9]/Resources<</Font<</F1 5 0 R>>>>>>",
		6: string(stream("", []byte("9 0 d0 BT /F1 9 Tf (ABC) Tj ET")))}).saying([]byte("BT /F1 9 Tf (ABCABC) Tj ET")).bytes()
	for what, next := range map[string]string{"next": "/Next 7 0 R", "first": "/First 7 0 R/Last 7 0 R", "parent": "/First 6 0 R"} {
		out["outline's "+what+" is itself"] = h.with(map[int]string{1: "<</Type/Catalog/Pages 2 0 R/Outlines 6 0 R>>",
			6: "<</First 7 0 R/Last 7 0 R/Count 1>>", 7: "<</Title(loop)/Parent 6 0 R" + next + "/Dest[3 0 R/Fit]>>"}).bytes()
	}
	out["labels in themselves"] = h.with(map[int]string{1: "<</Type/Catalog/Pages 2 0 R/PageLabels 6 0 R>>", 6: "<</Kids[6 0 R 6 0 R]/Limits[0 99]>>"}).bytes()
	out["names in themselves"] = h.with(map[int]string{1: "<</Type/Catalog/Pages 2 0 R/Names<</Dests 6 0 R>>>>", 6: "<</Kids[6 0 R 6 0 R]/Limits[(a)(z)]>>"}).bytes()
	out["field in itself"] = h.with(map[int]string{1: "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[6 0 R]>>>>", 6: "<</T(a)/FT/Tx/Kids[6 0 R]/Parent 6 0 R/V 6 0 R>>"}).bytes()
	out["reference to itself"] = h.with(map[int]string{6: "6 0 R", 3: "<</Type/Page/Parent 2 0 R/MediaBox 6 0 R/Contents 6 0 R/Resources 6 0 R>>"}).bytes()
	out["object stream in itself"] = h.with(map[int]string{6: string(stream("/Type/ObjStm/N 1/First 4/Extends 6 0 R", []byte("5 0 "+helvet)))}).bytes()
	return out
}

// depths are nested deeper than any stack.
func depths(_ *rand.Rand, scale int) map[string][]byte {
	h, out := honest(), map[string][]byte{}
	deep := 200_000 / scale
	out["arrays in contents"] = h.saying([]byte("BT /F1 12 Tf " + nested("[", "", "]", 4*deep) + " TJ ET")).bytes()
	out["dictionaries in contents"] = h.saying([]byte("/X " + nested("<</A ", "1", ">>", deep) + " BDC " + sound + " EMC")).bytes()
	out["dictionaries in an object"] = h.with(map[int]string{1: "<</Type/Catalog/Pages 2 0 R/Outlines 6 0 R>>", 6: nested("<</A ", "1", ">>", deep)}).bytes()
	out["arrays in an object"] = h.with(map[int]string{2: "<</Type/Pages/Kids[3 0 R]/Count 1/X " + nested("[", "1", "]", deep) + ">>"}).bytes()
	out["open brackets"] = h.saying([]byte("BT /F1 12 Tf " + strings.Repeat("(", 20*deep) + " Tj ET")).bytes()
	out["saved states"] = h.saying([]byte(strings.Repeat("q ", 10*deep) + sound)).bytes()
	out["marked contents"] = h.saying([]byte(strings.Repeat("/P BMC ", 2*deep) + sound)).bytes()
	out["functions of functions"] = h.resources("/Shading<</S 7 0 R>>").saying([]byte("/S sh " + sound)).with(map[int]string{
		6: string(stream("/FunctionType 4/Domain[0 1]/Range[0 1]", []byte(nested("{", "", "}", deep)))), 7: "<</ShadingType 1/ColorSpace/DeviceGray/Function 6 0 R>>"}).bytes()
	pages := map[int]string{2: "<</Type/Pages/Kids[10 0 R]/Count 1>>"}
	last := 10 + deep/10
	for n := 10; n <= last; n++ {
		kid, parent := n+1, n-1
		if n == last {
			kid = 3
		}
		if n == 10 {
			parent = 2
		}
		pages[n] = fmt.Sprintf("<</Type/Pages/Parent %d 0 R/Kids[%d 0 R]/Count 1>>", parent, kid)
	}
	out["page trees"] = h.with(pages).bytes()
	chain := map[int]string{3: strings.Replace(string(h.objects[3]), "4 0 R", "10 0 R", 1)}
	for n := 10; n < 10+deep/20; n++ {
		chain[n] = fmt.Sprintf("%d 0 R", n+1)
	}
	out["references"] = h.with(chain).bytes()
	return out
}

// bombs are small files that unpack, or unfold, to large ones.
func bombs(_ *rand.Rand, scale int) map[string][]byte {
	h, out := honest(), map[string][]byte{}
	size := 1 << 30 / scale
	for times := 1; times <= 3; times++ {
		if scale == 1 || times > 1 {
			out[fmt.Sprint("text packed times ", times)] = h.with(map[int]string{4: string(bomb("", "BT /F1 9 Tf (AAAAAAAA) Tj ET ", size, times))}).bytes()
		}
	}
	out["spaces"] = h.with(map[int]string{4: string(bomb("", " ", size, 2))}).bytes()
	out["one string"] = h.with(map[int]string{4: string(stream("/Filter[/FlateDecode/FlateDecode]", deflate(1, deflated(1, slices.Concat([]byte("BT /F1 9 Tf ("), bytes.Repeat([]byte("A"), size/2), []byte(") Tj ET"))))))}).bytes()
	out["paths"] = h.with(map[int]string{4: string(bomb("", "1 1 m 9 9 l S ", size/8, 2))}).bytes()
	out["rectangles"] = h.with(map[int]string{4: string(bomb("", "1 1 9 9 re ", size/8, 2))}).bytes()
	out["inline pictures"] = h.with(map[int]string{4: string(bomb("", "BI /W 9000 /H 9000 /CS /G /BPC 8 /F /RL ID \x80 EI ", size/64, 2))}).bytes()
	for _, side := range []int{60_000, 20_000, 4_000} {
		packed := deflate(1, deflated(min(side*side*3>>20, size>>20/5)+1, bytes.Repeat([]byte{0x80}, 1<<20)))
		for kind, entries := range map[string]string{
			"picture": "/ColorSpace/DeviceRGB/BitsPerComponent 8", "predicted picture": "/ColorSpace/DeviceRGB/BitsPerComponent 8/DecodeParms[null<</Predictor 15/Colors 3/Columns " + fmt.Sprint(side) + ">>]",
			"deep picture": "/ColorSpace/DeviceCMYK/BitsPerComponent 16", "stencil": "/ImageMask true/BitsPerComponent 1"} {
			out[fmt.Sprintf("%s of %d", kind, side)] = h.resources("/XObject<</I 6 0 R>>").saying([]byte("q 600 0 0 700 0 0 cm /I Do Q")).with(map[int]string{
				6: string(stream(fmt.Sprintf("/Type/XObject/Subtype/Image/Width %d/Height %d%s/Filter[/FlateDecode/FlateDecode]", side, side, entries), packed))}).bytes()
		}
	}
	for _, filter := range []string{"JBIG2Decode", "JPXDecode", "DCTDecode", "CCITTFaxDecode", "LZWDecode", "RunLengthDecode", "ASCII85Decode", "ASCIIHexDecode", "Nonsense"} {
		out["picture in "+filter] = h.resources("/XObject<</I 6 0 R>>").saying([]byte("q 600 0 0 700 0 0 cm /I Do Q " + sound)).with(map[int]string{
			6: string(stream("/Type/XObject/Subtype/Image/Width 30000/Height 30000/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/"+filter, bytes.Repeat([]byte("z\x01\xFF\xD8"), 5000)))}).bytes()
	}
	laughs := map[int]string{}
	for n := 6; n < 18; n++ {
		if n == 17 {
			laughs[n] = form(fonts, "BT /F1 9 Tf (lol) Tj ET")
		} else {
			laughs[n] = form(fmt.Sprintf("/XObject<</X %d 0 R>>", n+1), strings.Repeat("/X Do ", 12))
		}
	}
	out["a billion laughs"] = h.resources("/XObject<</X 6 0 R>>").saying([]byte("/X Do")).with(laughs).bytes()
	for _, p := range []string{"/Predictor 12/Columns 5000000000", "/Predictor 15/Columns 2147483647/Colors 32", "/Predictor 2/Columns -1", "/Predictor 12/Colors 999999/BitsPerComponent 16/Columns 99999", "/EarlyChange 9"} {
		out["decoded with "+p] = h.with(map[int]string{4: string(stream("/Filter/FlateDecode/DecodeParms<<"+p+">>", deflate(1, []byte("\x02"+sound))))}).bytes()
	}
	out["a hundred filters"] = h.with(map[int]string{4: string(stream("/Filter["+strings.Repeat("/FlateDecode", 100)+"]", deflate(100, []byte(sound))))}).bytes()
	return out
}

// glyphs have something against whoever maps characters.
func glyphs(_ *rand.Rand, scale int) map[string][]byte {
	h, out := honest(), map[string][]byte{}
	many := 100_000 / scale
	for i, m := range []string{
		"1 begincodespacerange <0000> <FFFF> endcodespacerange 1 beginbfrange <00000000> <FFFFFFFF> <0041> endbfrange",
		"2000000000 beginbfchar endbfchar 2000000000 begincidrange <0000> <FFFF> 0 endcidrange",
		"1 beginbfrange <0000> <FFFF> [" + strings.Repeat("<0041> ", many) + "] endbfrange",
		"1 beginbfchar <0041> <" + strings.Repeat("0041", many) + "> endbfchar",
		"/Self usecmap 1 beginbfrange <FFFF> <0000> <FFFF> endbfrange",
	} {
		out[fmt.Sprint("cmap ", i)] = h.with(map[int]string{
			5: "<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/Identity-H/ToUnicode 6 0 R/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/X/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 500/W[0 2000000000 500]>>]>>",
			6: string(stream("", []byte("/CIDInit /ProcSet findresource begin 12 dict begin begincmap "+m+" endcmap end end")))}).saying([]byte("BT /F1 12 Tf <" + strings.Repeat("0041", 500) + "> Tj ET")).bytes()
	}
	var resources strings.Builder
	for i := range many {
		fmt.Fprintf(&resources, "/F%d 5 0 R", i)
	}
	out["fonts without number"] = h.with(map[int]string{3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<<" + resources.String() + ">>>>/Contents 4 0 R>>"}).bytes()
	out["kids without number"] = h.with(map[int]string{2: fmt.Sprintf("<</Type/Pages/Kids[%s]/Count %d>>", strings.Repeat("3 0 R ", 10*many), 10*many)}).bytes()
	out["pages without number"] = h.with(map[int]string{2: fmt.Sprintf("<</Type/Pages/Kids[%s]/Count %d>>", strings.Repeat("3 0 R ", many/25), many/25)}).bytes()
	out["notes without number"] = h.with(map[int]string{3: strings.Replace(string(h.objects[3]), "/Contents", "/Annots["+strings.Repeat("6 0 R ", many)+"]/Contents", 1),
		6: "<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Contents(" + strings.Repeat("note ", 200) + ")>>"}).bytes()
	out["contents without number"] = h.with(map[int]string{3: strings.Replace(string(h.objects[3]), "4 0 R", "["+strings.Repeat("4 0 R ", many)+"]", 1)}).bytes()
	out["a page of letters"] = h.saying([]byte("BT /F1 1 Tf " + strings.Repeat("1 0 Td (All work and no play makes Jack a dull boy) Tj ", many/4) + " ET")).bytes()
	out["a page of lines"] = h.saying([]byte(strings.Repeat("1 1 400 .5 re f 9 9 .5 400 re f ", many/2) + sound)).bytes()
	for i, font := range []string{"\x00\x01\x00\x00\xFF\xFF", "OTTO\x00\x20", "%!PS-AdobeFont-1.0\n{{{{", "\x01\x00\x04\x04\xFF\xFF\xFF\xFF"} {
		data := append([]byte(font), bytes.Repeat([]byte{0xFF, 0x7F, 0, 1}, 2000)...)
		out[fmt.Sprint("font file ", i)] = h.with(map[int]string{
			5: "<</Type/Font/Subtype/TrueType/BaseFont/X/FirstChar 0/LastChar 2147483647/Widths[1e30]/FontDescriptor 6 0 R>>",
			6: "<</Type/FontDescriptor/FontName/X/Flags 4/FontBBox[0 0 1e9 1e9]/FontFile2 7 0 R/FontFile3 7 0 R>>", 7: string(stream("/Length1 2147483647/Subtype/OpenType", data))}).bytes()
	}
	for i, matrix := range []string{"0 0 0 0 0 0", "1e38 0 0 1e38 0 0", "NaN 0 0 inf 0 0", "1 0 0 1 1e30 -1e30", "0.0000001 0 0 0.0000001 0 0"} {
		out[fmt.Sprint("text placed ", i)] = h.saying(fmt.Appendf(nil, "%s cm BT /F1 1e20 Tf %s Tm (x) Tj 1e30 Tc 1e30 Tw (y z) Tj -1e30 Tz (w) Tj ET", matrix, matrix)).bytes()
	}
	return out
}

// rubble is hardly a PDF at all.
func rubble(random *rand.Rand, scale int) map[string][]byte {
	noise := func(n int) []byte {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(random.Uint32())
		}
		return b
	}
	out := map[string][]byte{
		"empty": {}, "a header": []byte("%PDF-1.4\n"), "a header without an end": []byte("%PDF-"), "half a header": []byte("%PD"), "noise": noise(1 << 20 / scale),
		"zeros": make([]byte, 1<<20/scale), "a header and zeros": append([]byte("%PDF-1.7\n"), make([]byte, 1<<20/scale)...), "a text": []byte("Not a PDF at all.\n"),
		"a web page": []byte("<!doctype html><title>404</title>"), "an archive": append([]byte("PK\x03\x04"), noise(5000)...),
		"only ends": []byte("%PDF-1.4\n" + strings.Repeat("%%EOF\n", 50_000/scale)), "only objects": []byte("%PDF-1.4\n" + strings.Repeat("1 0 obj\n", 100_000/scale)),
		"only streams": []byte("%PDF-1.4\n" + strings.Repeat("stream\nendstream\n", 100_000/scale)), "only xrefs": []byte("%PDF-1.4\n" + strings.Repeat("xref\n0 1\ntrailer<<>>\n", 50_000/scale)),
	}
	for i := range 12 {
		out[fmt.Sprint("a header and noise ", i)] = slices.Concat([]byte("%PDF-1.7\n"), noise(200_000/scale), []byte("\nstartxref\n100\n%%EOF\n"))
	}
	for i, dict := range []string{"/V 1/R 2/P -4/O<00>/U<00>", "/V 99/R 99/P 0/O()/U()", "/V 4/R 4/Length 99999999/P -4/O(x)/U(y)/CF<</StdCF<</CFM/AESV2/Length 9999>>>>/StmF/StdCF/StrF/StdCF",
		"/V 5/R 6/P -4/OE(x)/UE(y)/O(" + strings.Repeat("z", 127) + ")/U(" + strings.Repeat("w", 127) + ")/Perms(no)"} {
		s := honest()
		s.trailer = "/ID[<00><00>]/Encrypt<</Filter/Standard" + dict + ">>"
		out[fmt.Sprint("encrypted ", i)] = s.bytes()
	}
	return out
}
