package main

// Sentences as reports have them; {kind} is filled in.
var (
	business = []string{
		"We design, make and sell {quality} {thing} for customers in {place} and {n} other countries.",
		"Our {thing} business competes on price, quality and service.",
		"In the fourth quarter we opened {n} new sites for {thing} in {place}.",
		"Demand for {thing} depends on the season and on general economic conditions.",
		"The segment {verb} its net sales by {n}% to ${amount} million, as volumes of {thing} rose.",
		"No single customer made up more than {n}% of total net revenue.",
		"We hold {n} patents on {quality} {thing}, which expire in the course of the next years.",
		"At the end of the fiscal year we employed {n} thousand people, most of them in {place}.",
	}
	risks = []string{
		"A failure of our suppliers of {thing} could harm our results of operations and our cash flows.",
		"We may not be able to protect our information technology systems against attacks in {place}.",
		"Changes in tax law, tariffs or accounting standards could increase our effective tax rate.",
		"Litigation over {quality} {thing} is costly, and its outcome can't be foreseen.",
		"Our indebtedness of ${amount} million limits how we can react to changes in the market.",
		"If goodwill or other intangible assets were impaired, we would record a charge against earnings.",
		"The loss of key employees in {place} would slow the development of {quality} {thing}.",
	}
	notes = []string{
		"Inventories are stated at the lower of cost and net realizable value; those of {thing} came to ${amount} million.",
		"Depreciation of property, plant and equipment was ${amount} million, and capital expenditures were ${amount} million.",
		"The Company repurchased {n} million shares of common stock under its program and paid dividends of ${amount} million.",
		"Operating lease cost in {place} was ${amount} million; the weighted average remaining term is {n} years.",
		"Revenue from {thing} is recognized when control passes to the customer.",
		"In connection with the restructuring in {place} we recorded severance of ${amount} million.",
		"The effective tax rate was {n}%, compared with {n}% in the prior year.",
		"Accounts receivable are shown net of an allowance for doubtful accounts of ${amount} million.",
	}
	studies = []string{
		"About {n} percent of those who answered in {place} said that {thing} {verb} their lives.",
		"Figure {n} shows how {quality} {thing} and income go together among adults.",
		"The survey was carried out by telephone among {n} thousand households.",
		"Younger people use {thing} more often than those of 65 and over, by {n} points.",
		"The model {verb} the error on the {quality} set by {n}%, while training takes {n} hours.",
		"Previous work on {thing} has looked at {place} alone.",
		"We thank the people of {place} for their {quality} comments on {thing}.",
	}
	// annexes are in other languages, in which words such as "in", "of", "and" or "a" aren't function words, or other ones.
	annexes = map[string][]string{
		"Anexo": {"Estimados socios: el consejo propone un dividendo por la venta de la planta en {place}.", "El programa A of B in C se aprobó en la junta con {n} votos.",
			"La nota and memoria se entregan in situ a los accionistas.", "Los resultados del ejercicio subieron un {n} por ciento."},
		"Anhang": {"Sehr geehrte Aktionäre, der Vorstand schlägt für {place} eine Dividende vor.", "Der Plan of Record and What Is in It liegt bei.",
			"Die Umsätze stiegen um {n} Prozent.", "Die Prüfung des Abschlusses ergab keine Einwände."},
		"Annexe": {"Chers actionnaires, le conseil propose un dividende pour l'exercice.", "Le rapport of the board and the plan in annex est joint.",
			"Les ventes ont augmenté de {n} pour cent.", "Le site de {place} a été cédé."},
	}
	incomeItems  = []string{"Net sales", "Cost of sales", "Gross profit", "Selling, general and administrative expenses", "Research and development", "Operating income", "Interest expense", "Income before income taxes", "Provision for income taxes", "Net income"}
	balanceItems = []string{"Cash and cash equivalents", "Accounts receivable, net", "Inventories", "Total current assets", "Property, plant and equipment, net", "Goodwill", "Total assets", "Accounts payable", "Total current liabilities", "Long-term debt", "Total liabilities", "Total shareholders' equity"}
	cashItems    = []string{"Net cash provided by operating activities", "Depreciation and amortization", "Capital expenditures", "Acquisitions, net of cash acquired", "Net cash used in investing activities", "Dividends paid", "Repurchases of common stock", "Net cash used in financing activities"}
)

// vocabulary are words by kind, some of them made up.
type vocabulary map[string][]string
