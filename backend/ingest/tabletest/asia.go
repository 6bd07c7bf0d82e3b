package tabletest

// japan is a Japanese statement of results.
func japan() *paper {
	p := newPaper("japan", a4, far, 9)
	p.head, p.foot = "青葉精機株式会社 決算短信", "2023年3月期"
	text := "当連結会計年度の売上高は前期比8.4%増の1,577億円となりました。営業利益は、原材料価格の上昇が続くなか、価格の見直しにより"

	p.page("業績", "Japanese")
	p.lines("１．連結業績（2022年４月１日～2023年３月31日）", text, "前期比12.1%増の142億円となりました。")
	p.gap(8)
	p.sheet(sheet{
		caption: "連結経営成績", line: "（百万円未満切捨て、単位：百万円）", lineAt: right, of: "JPY e6", figures: japanese, width: 480, rules: grid, thin: true,
		body: `
 | 売上高 | 営業利益 | 経常利益 | 当期純利益
---
2023年３月期 | 157702 | 14183 | 13950 | 9110
2022年３月期 | 145481 | 12652 | 12874 | 8023
2021年３月期 | 121930 | -1204 | -877 | -2310`})
	p.gap(12)
	p.sheet(sheet{
		caption: "連結貸借対照表", line: "（単位：千円）", lineAt: right, of: "JPY e3", figures: japanese, width: 470, rules: sums, thin: true,
		body: `
 | 前連結会計年度 | 当連結会計年度
---
資産の部
  流動資産
    現金及び預金 | 23100412 | 13770288
    売掛金 | 31055270 | 29500140
    棚卸資産 | 18733055 | 19384810
    貸倒引当金 | -21140 | -19807
  =流動資産合計 | 72867597 | 62635431
  固定資産 | 120451700 | 117734000
=資産合計 | 193319297 | 180369431`})

	p.page("見通し", "Japanese")
	p.lines(text, "次期の見通しは次のとおりです。")
	p.gap(8)
	p.sheet(sheet{
		caption: "次期の見通し", figures: japanese, width: 420, rules: rowwise, thin: true,
		body: `
項目 | 第２四半期 | 通期 | 増減率
---
売上高 | 820億円 | 1650億円 | 4.6%
営業利益 | 75億円 | 151億円 | 6.5%
設備投資 | 38億円 | 92億円 | -3.1%
配当（１株あたり） | '25円 | '55円 | --`})
	return p
}

// china is a Chinese annual report.
func china() *paper {
	p := newPaper("china", a4, far, 9)
	p.head = "海港实业股份有限公司 2022 年年度报告"

	p.page("主要数据", "Chinese")
	p.lines("报告期内，公司实现营业收入15.77亿元，同比增长8.4%。")
	p.gap(8)
	p.sheet(sheet{
		caption: "主要会计数据", line: "单位：万元 币种：人民币", lineAt: right, of: "CNY e4", per: map[int]string{2: "%"}, figures: chinese, width: 480, rules: grid, thin: true, spare: []string{"(%)"},
		body: `
项目 | 2022年 | 2021年 | 增减(%)
---
营业收入 | 157702.41 | 145481.09 | 8.40
营业利润 | 14183.66 | 12652.70 | 12.10
净利润 | 9110.28 | 8023.15 | 13.55
经营活动现金流量净额 | -3120.04 | 5011.87 | -162.25`})
	p.gap(12)
	p.sheet(sheet{
		caption: "分地区情况", figures: chinese, width: 400, rules: book, thin: true,
		body: `
地区 | 营业收入 | 占比
---
华东 | 6.31亿元 | 40.0%
华南 | 4.73亿元 | 30.0%
华北 | 3.15亿元 | 20.0%
其他 | 1.58亿元 | 10.0%`})
	return p
}

// india is an Indian annual report.
func india() *paper {
	p := newPaper("india", a4, helvetica, 9)
	p.head, p.foot = "Konkan Textiles Limited", "Annual Report 2021-22"

	p.page("profit and loss", "Indian")
	p.para("Revenue from operations crossed ₹1,500 crore for the first time. The mill at Ratnagiri ran at 91% of its capacity, compared with 84% in the previous year.")
	p.sheet(sheet{
		caption: "Statement of profit and loss", line: "(₹ in lacs)", lineAt: right, of: "INR e5", figures: indian, width: 487, rules: rowwise, align: "crr", spare: []string{"No."},
		body: `
Particulars | Note No. | March 31, 2022 | March 31, 2021
---
Revenue from operations | #22 | 157702.41 | 145481.09
Other income | #23 | 1204.60 | 977.15
=Total income | | 158907.01 | 146458.24
Cost of materials consumed | #24 | 81260.77 | 72590.30
Employee benefits | #25 | 40231.05 | 38100.92
Depreciation | '2, 3 | 9840.33 | 9512.48
=Profit before tax | | 27574.86 | 26254.54`})
	p.gap(8)
	p.sheet(sheet{
		caption: "Order book", of: "INR e7", figures: indian, width: 360, rules: grid, spare: []string{"(₹ crore)"},
		body: `
Segment | 2022 (₹ crore) | 2021 (₹ crore)
---
Yarn | 412.5 | 388.0
Home textiles | 1240.9 | 1177.3
Garments | 96.2 | 101.8`})

	p.page("shareholding", "Indian")
	p.sheet(sheet{
		caption: "Shareholding pattern", figures: indian, width: 440, rules: grid, per: map[int]string{1: "%"}, spare: []string{"(%)"},
		body: `
Category | Number of shares | Share of capital (%)
---
Promoters | 12345678 | 51.44
Mutual funds | 4800125 | 20.00
Foreign investors | 3120400 | 13.00
Public | 3733797 | 15.56
=Total | 24000000 | 100.00`})
	p.para("The promoters have pledged 1,23,456 shares. The face value of a share is ₹10.")
	return p
}
