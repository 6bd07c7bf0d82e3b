package main

func init() {
	sections = []measuring{{"finding", finding}, {"answers", answers}, {"recipe", plainly}}
}
