// A scanned page: its letters are recognised, it is cited, and the sentence is marked in the picture.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { pdf } from './pdf.mjs'
import { Stage } from './stage.mjs'

const NOTICE = 'The notice period is three months to the end of a quarter.'
const [WIDTH, HEIGHT] = [850, 1100]

let stage
before(async () => (stage = await Stage.set()))
after(() => stage.close())

/** A page that is nothing but a picture of lines; what stands where is known. */
async function scan(lines) {
  const page = await stage.browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } })
  await page.setContent(`<body style="margin:0;background:#fff;font:24px/1.2 serif">${lines.map(([y, text]) => `<p style="position:absolute;margin:0;left:100px;top:${y}px">${text}</p>`).join('')}`)
  const picture = await page.screenshot({ type: 'jpeg', quality: 90 })
  await page.close()
  return pdf([[`q 612 0 0 792 0 0 cm BI /W ${WIDTH} /H ${HEIGHT} /CS /RGB /BPC 8 /F [/AHx /DCT] ID ${picture.toString('hex')}> EI Q`]])
}

test('its letters are recognised, and the reading report says so', async () => {
  await stage.add('Scanned lease', await scan([[100, 'Lease of the flat'], [300, NOTICE], [500, 'The rent is 900 euros a month, due on the first.']]))
  await stage.choose(stage.row('Scanned lease'), 'Details…')
  await stage.test('reading-report').getByText('1 page: 1 by OCR').waitFor()
  await stage.page.keyboard.press('Escape')
})

test('a citation of it marks the sentence in the picture', async () => {
  stage.ollama.say((id) => `Three months [${id(NOTICE)}].`)
  await stage.ask('What is the notice period in @"Scanned lease"?')
  await stage.ended('answered')
  await stage.turn().getByTestId('citation-chip').first().click()
  const mark = stage.test('page-mark').first()
  await mark.waitFor()
  const [box, sheet] = await Promise.all([mark.boundingBox(), stage.test('page-canvas').boundingBox()])
  const middle = (box.y + box.height / 2 - sheet.y) / sheet.height
  assert.ok(Math.abs(middle - 314 / HEIGHT) < 0.02, `the mark's middle is at ${middle}`)
  assert.ok(Math.abs((box.x - sheet.x) / sheet.width - 100 / WIDTH) < 0.02)
  assert.equal(await stage.test('page-mark').count(), 1)
  await stage.test('page-verdict').getByText('Read by OCR (tesseract)').waitFor()
})
