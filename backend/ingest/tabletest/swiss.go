package tabletest

// swiss is a report from Switzerland, in French and German manners.
func swiss() *paper {
	p := newPaper("swiss", a4, times, 10)
	p.head = "Compagnie du Léman SA"
	text := "Le chiffre d’affaires a augmenté de 3,1 % pour atteindre 1 577,0 millions d’euros. La marge s’établit à 8,9 %, contre 8,4 % en 2021, grâce à la baisse du prix des matières."

	p.page("résultats", "French")
	p.para(text)
	p.sheet(sheet{
		caption: "Compte de résultat consolidé", line: "(en millions d’euros)", lineAt: right, of: "EUR e6", figures: french, width: 480, rules: sums,
		body: `
 | 2022 | 2021
---
Chiffre d’affaires | 1577.0 | 1529.6
Coût des ventes | -1120.8 | -1098.7
=Marge brute | 456.2 | 430.9
Frais commerciaux | -210.4 | -204.0
Frais administratifs | -105.5 | -98.3
=Résultat opérationnel | 140.3 | 128.6`})
	p.para(text)
	p.sheet(sheet{
		caption: "Effectifs par pays", figures: french0, width: 360, rules: grid, per: map[int]string{1: "%"}, face: helvetica, size: 8.5,
		body: `
Pays | Effectif | Part
---
France | 12804 | 51.2%
Belgique | 6120 | 24.5%
Suisse | 4071 | 16.3%
Luxembourg | 2005 | 8.0%
=Total | 25000 | 100.0%`})

	p.page("Bilanz", "Swiss")
	p.sheet(sheet{
		caption: "Konzernbilanz", line: "in Mio. CHF", lineAt: right, of: "CHF e6", figures: helvetic, width: 480, rules: book | sums, size: 9,
		body: `
 | 31.12.2022 | 31.12.2021
---
Flüssige Mittel | 1231.0 | 1137.7
Forderungen | 310.6 | 295.0
Vorräte | 187.3 | 193.8
=Umlaufvermögen | 1728.9 | 1626.5
Sachanlagen | 11204.5 | 11177.3
Immaterielle Anlagen | 655.0 | 660.2
=Anlagevermögen | 11859.5 | 11837.5
=Total Aktiven | 13588.4 | 13464.0`})
	p.para("Die Bilanzsumme stieg um 0,9 %. Der Bestand an flüssigen Mitteln reicht für 14 Monate.")

	p.page("tarifs", "empty cells")
	p.sheet(sheet{
		caption: "Tarifs des traversées", figures: helvetic, width: 470, rules: grid, align: "r", of: "CHF", per: map[int]string{0: "-"}, line: "Prix en CHF", size: 9, face: helvetica, thin: true,
		body: `
Trajet | Durée (min) | Adulte | Enfant | Vélo | Groupe
---
Lausanne – Évian | 35 | 21.00 | 10.50 | 8.00 | 18.50
Nyon – Yvoire | 20 | 13.80 | 6.90 | | 11.60
Lausanne – Thonon | 50 | 21.00 | 10.50 | | 
Vevey – Saint-Gingolph | 75 | 26.40 | | | 22.00
Tour du lac | 240 | 58.00 | 29.00 | | 49.50`})
	p.para(text)
	return p
}
