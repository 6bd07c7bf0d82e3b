package main

func init() {
	sections = []measuring{{"finding", finding}, {"thresholds", thresholds}, {"subjects", subjects}, {"sentences", sentences}, {"answers", answers}, {"recipe", plainly}}
}
