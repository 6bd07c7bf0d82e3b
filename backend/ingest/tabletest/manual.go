package tabletest

// manual is the handbook of a machine.
func manual() *paper {
	p := newPaper("manual", a4, helvetica, 9)
	p.head, p.foot = "Pump Series HX · Installation and service", "Doc. 4711-02 Rev. C"

	p.page("specifications", "text and figures mixed")
	p.title("2 Technical data")
	p.sheet(sheet{
		caption: "Table 2-1: Ratings", rules: grid, width: 460, align: "c", figures: plain, thin: true,
		body: `
Property | Unit | HX-10 | HX-20 | HX-40
---
Flow | m³/h | 10 | 20 | 40
Head | m | 32.5 | 41.0 | 55.5
Power | kW | 1.5 | 3.0 | 7.5
Speed | 1/min | 2900 | 2900 | 1450
Noise | dB(A) | '< 62 | '< 65 | '< 68
Protection | | 'IP55 | 'IP55 | 'IP65
Weight | kg | 18.4 | 27.0 | 61.2`})
	p.para("Ratings apply at 20 °C and at an altitude below 1,000 m. Above that, the power falls by 1 % for each 100 m.")
	p.sheet(sheet{
		caption: "Table 2-2: Dimensions (mm)", rules: book, width: 420, align: "d", figures: plain, size: 8.5,
		body: `
Model | A | B | C | Tolerance
---
HX-10 | 212 | 180.5 | 96.25 | 0.5
HX-20 | 268 | 221.0 | 120 | 0.5
HX-40 | 344.5 | 310.75 | 160.125 | 0.8`})

	p.page("faults", "wrapped cells in a grid")
	p.title("7 Faults")
	p.sheet(sheet{
		caption: "Table 7-1: What to do", rules: grid, width: 487, widths: []float64{95, 150}, align: "l", thin: true,
		body: `
Fault | Cause | Remedy
---
Pump doesn't start | Supply is interrupted, or the thermal switch has opened | Check the fuses. Let the motor cool for 20 minutes, then press the reset key once.
Flow too low | Air in the suction line; impeller is worn by more than 2 mm | Bleed the line. Measure the gap and replace the impeller if it is wider than 0.6 mm.
Noise | Bearings are worn | Replace both bearings (part 6204-2RS).
Leak at the shaft | Seal is damaged or was run dry | Replace the seal and the O-ring. Never run the pump without liquid.`})
	p.para("If a fault comes back within 24 hours, call the service. Have the serial number and the hours of operation at hand.")
	p.sheet(sheet{
		caption: "Table 7-2: Torques", rules: grid, width: 300, align: "c", figures: plain, size: 8,
		body: `
Thread | Torque (Nm) | Tool
---
M6 | 9.5 | 10 mm
M8 | 23 | 13 mm
M10 | 46 | 17 mm
M12 × 1.5 | 84 | 19 mm`})

	p.page("parts", "price list")
	p.sheet(sheet{
		caption: "Spare parts", rules: rowwise, width: 480, align: "lcr", of: "EUR", per: map[int]string{1: "-"}, figures: english, spare: []string{"(EUR)"},
		body: `
Part number | Description | Quantity | Price (EUR)
---
HX-1001-A | Casing, cast iron | 1 | 412.00
HX-1002-A | Impeller, 120 mm | 1 | 188.50
HX-1010-B | Mechanical seal | 1 | 74.90
HX-1011-B | O-ring set | 4 | 6.25
HX-1050-C | Motor, 3 kW | 1 | 1204.00
HX-1077-A | Terminal box | 1 | 38.10`})
	p.gap(10)
	p.sheet(sheet{
		caption: "Service partners", rules: grid, width: 487, align: "l", thin: true, size: 8.5,
		body: `
Company | City | Telephone | E-mail
---
Nordpump AS | Bergen | '+47 55 01 22 30 | service@nordpump.example
Aqua Tecnica | Torino | '+39 011 204 7718 | info@aquatecnica.example
Hydro Service | Lyon | '+33 4 72 10 55 09 | contact@hydroservice.example
Fluid Works | Leeds | '+44 113 496 0120 | help@fluidworks.example`})

	p.page("maintenance", "commentary")
	p.para("Carry out the work in the table at the intervals given. Write each into the log at the end of this handbook.")
	p.sheet(sheet{
		caption: "Table 8-1: Maintenance", rules: book | rowwise, width: 487, widths: []float64{90, 75}, align: "l", thin: true,
		body: `
Interval | Part | Work and remarks
---
Every week | Pump | Look for leaks and listen for unusual noise. The seal may lose up to 3 drops a minute; more than that means that it must be replaced soon.
Every 3 months | Motor | Clean the fan cover, and measure the current in all three phases. They should differ by no more than 5 %.
Every year | Bearings | Grease with 12 g of lithium soap grease, or replace after 20,000 hours, whichever comes first.
Every 5 years | Whole pump | Send it to a service partner for a full overhaul.`})

	p.page("steps", "none: numbered list")
	p.title("9 Taking out of service")
	for _, s := range []string{
		"1. Close the valve at the suction side, then the one at the pressure side.",
		"2. Switch the pump off and lock the switch with the padlock.",
		"3. Wait for 15 minutes until the casing is below 40 °C.",
		"4. Open the drain and collect some 2.5 litres of liquid.",
		"5. Loosen the 4 screws M10 and lift the motor by its eye (27 kg).",
		"6. Clean all surfaces; use no solvent with more than 5 % of acetone.",
		"   6.1 Dry them with air of 2 bar at most.",
		"   6.2 Put 20 g of desiccant into the casing.",
		"7. Close the openings with the caps of set 1050.",
		"8. Store between 5 and 35 °C for no longer than 24 months.",
	} {
		p.para(s)
	}
	return p
}
