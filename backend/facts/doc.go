// Package facts finds a figure where it stands and works with it exactly; no model takes part.
//
// A Metric is a figure with what it says: whose, of when, in what. Reader.Locate finds it in its passage, in the row or
// sentence that is called what the metric says, and fills in what stands there: sign, scale, currency, unit, period;
// Reader.Check holds it against its page once more. A figure without such a place is flagged with the reason. Calculate
// works out growth, differences, ratios, shares, compound rates, sums and averages on exact decimals, with the formula.
package facts
