// Makes the README's pictures from the real program: node e2e/screenshots.mjs. Everything in them is invented.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { box, lines, pdf, rule, text } from './pdf.mjs'
import { build } from './run.mjs'
import { EMBED } from './ollama.mjs'

const out = process.env.LECTERN_PICTURES || fileURLToPath(new URL('../../build/screenshots/', import.meta.url))

const SPENT = 'Purchases of property, plant and equipment'
const COLD = 'Most of the increase went into the new cold store at Delft, which opened in October 2024.'

const row = (y, label, ...figures) => [
  text(64, y, 10.5, 'serif', label),
  ...figures.map((figure, i) => text([372, 442, 512][i], y, 10.5, 'serif', figure)),
  rule(64, y - 6, 490, 0.85),
]

const paragraph = (y, ...all) => all.map((line, i) => text(64, y - 16 * i, 11, 'serif', line))

const report = pdf([
  [
    text(64, 716, 20, 'heading', 'Northwind Traders'),
    text(64, 694, 12, 'italic', 'Annual report 2024'),
    rule(64, 680, 490, 0.3, 1),
    ...paragraph(650, 'The year 2024 was a good one for Northwind. Demand for chilled goods grew in all three', 'countries, and revenue rose to 868 million euros.', '', COLD.slice(0, 52), COLD.slice(53)),
    ...paragraph(550, 'Margins held although energy was dearer. The board proposes a dividend of 1.10 euros', 'a share, to be paid in May 2025.'),
  ],
  [
    text(64, 716, 16, 'heading', 'Consolidated statement of cash flows'),
    text(64, 698, 10.5, 'italic', 'Years ended December 31, in millions of euros'),
    box(64, 664, 490, 20, [0.92, 0.94, 0.97]),
    text(70, 670, 10.5, 'heading', 'Investing activities'),
    text(372, 670, 10.5, 'heading', '2024'), text(442, 670, 10.5, 'heading', '2023'), text(512, 670, 10.5, 'heading', '2022'),
    ...row(644, SPENT, '(41.7)', '(36.2)', '(33.9)'),
    ...row(622, 'Proceeds from the sale of property', '2.6', '4.9', '1.2'),
    ...row(600, 'Acquisitions, net of cash acquired', '(12.0)', '(3.4)', '(8.8)'),
    ...row(578, 'Other, net', '0.9', '(0.7)', '1.1'),
    text(64, 554, 10.5, 'heading', 'Net cash used in investing activities'),
    text(372, 554, 10.5, 'heading', '(50.2)'), text(442, 554, 10.5, 'heading', '(35.4)'), text(512, 554, 10.5, 'heading', '(40.4)'),
    rule(64, 548, 490, 0.3, 1),
    ...paragraph(516, 'Purchases of property, plant and equipment were 15 % higher than in 2023. Without the cold store', 'at Delft they would have been about the same. All of them were paid for out of the cash that', 'operating activities provided.'),
    text(64, 436, 12, 'heading', 'Purchases of property, plant and equipment'),
    text(64, 420, 10.5, 'italic', 'In millions of euros'),
    ...[[2020, 28.4], [2021, 30.1], [2022, 33.9], [2023, 36.2], [2024, 41.7]].flatMap(([year, value], i) => [
      box(84 + 94 * i, 250, 58, 3.4 * value, year === 2024 ? [0.18, 0.31, 0.77] : [0.74, 0.79, 0.93]),
      text(102 + 94 * i, 256 + 3.4 * value, 10.5, 'serif', String(value)),
      text(102 + 94 * i, 234, 10.5, 'serif', String(year)),
    ]),
    rule(64, 250, 490, 0.3, 1),
    ...paragraph(200, 'The board expects purchases to fall back to the level of 2022 once the cold store is complete, and', 'will report on the progress of the work twice a year.'),
    text(64, 60, 9, 'italic', 'Northwind Traders, Annual report 2024', 0.4), text(548, 60, 9, 'italic', '2', 0.4),
  ],
])

const dir = mkdtempSync(join(tmpdir(), 'lectern-pictures-'))
process.env.LECTERN_BIN = join(dir, 'lectern')
process.env.LECTERN_E2E_CACHE = join(dir, 'cache')
build(process.env.LECTERN_BIN)
const { Stage } = await import('./stage.mjs')
mkdirSync(out, { recursive: true })
for (const colorScheme of ['light', 'dark']) {
  const stage = await Stage.set({ colorScheme, reducedMotion: 'reduce' })
  stage.ollama.models = ['qwen3:8b', EMBED]
  await stage.page.getByText('Ollama · qwen3:8b').waitFor()
  await stage.add('Lease agreement', pdf([lines('# Lease', '', 'The notice period is three months.')]))
  await stage.add('Northwind annual report', report)
  await stage.add('Supplier handbook', pdf(Array.from({ length: 14 }, (_, i) => lines(`# Chapter ${i + 1}`, '', `Deliveries of class ${i + 1} arrive before noon.`))))
  await stage.upload(stage.file('Minutes of May (scan).pdf', pdf([lines('# Minutes', '', 'Present were all members of the board.'), [box(80, 200, 450, 500, [0.9, 0.9, 0.88])]])))
  await stage.row('Minutes of May').filter({ hasText: 'to check' }).waitFor()
  await stage.upload(stage.file('Payslip June.pdf', Buffer.from('Dear Sir or Madam')))
  await stage.state('Payslip June', 'failed')
  let embedded = 0
  stage.ollama.beforeEmbedding = () => new Promise((go) => embedded++ < 2 && setTimeout(go, 200)) // the third batch never comes
  await stage.upload(stage.file('Tender documents.pdf', pdf(Array.from({ length: 75 }, (_, i) => lines(`# Lot ${i + 1}`, '', `Offers for lot ${i + 1} are opened in public.`)))))
  await stage.row('Tender documents').filter({ hasText: /[1-9]\d? %/ }).waitFor()
  stage.ollama.beforeEmbedding = async () => {}
  const invested = (id) => {
    const table = id(SPENT)
    const text = `Northwind spent **41.7 million euros** on property, plant and equipment in 2024 [${table}]. Measured against revenue of 868 million euros [${id('revenue rose to')}] that is\n\n$$\\frac{41.7}{868} = 4.8\\,\\%$$\n\nMost of the increase over 2023 went into the new cold store at Delft [${id('opened in October')}]. The report gives no figure for 2025.`
    return { text, pause: 20 }
  }
  stage.ollama.say('The notice period is three months [1].', invested)
  await stage.ask('What is the notice period in @"Lease agreement"?')
  await stage.ended('answered')
  await stage.button('New conversation').first().click()
  await stage.ask('@"Northwind annual report" How much did they invest in 2024, and is that a lot for their size?')
  await stage.ended('answered')
  await stage.page.getByTestId('citation-chip').first().click()
  await stage.page.getByTestId('page-mark').first().waitFor()
  for (const toast of await stage.test('toast').all()) await toast.getByRole('button').click().catch(() => {})
  await stage.test('toast').first().waitFor({ state: 'detached' })
  await stage.page.mouse.move(720, 640)
  await stage.page.evaluate(() => document.activeElement?.blur())
  await stage.page.screenshot({ path: join(out, `${colorScheme}.png`) })
  await stage.close()
}
rmSync(dir, { recursive: true, force: true })
