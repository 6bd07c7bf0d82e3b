// A chart beside text and an empty page: what nobody has read is named until it is read, and nothing is said of what is empty.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { bothThemes } from './axe.mjs'
import { lines, pdf } from './pdf.mjs'
import { Stage } from './stage.mjs'

const NIGHTS = 'Guest nights rose for the third year, as the chart below shows.'
const BERTHS = 'The harbour has 140 berths for guests.'
const [WIDTH, HEIGHT] = [900, 500]

let stage
before(async () => {
  stage = await Stage.set()
  await scansAreReadBy('nobody') // what is installed on this machine must not matter
  await stage.add('Harbour report', pdf([[...lines('# Guests', '', NIGHTS), await chart()], [], lines('# Berths', '', BERTHS)]))
})
after(() => stage.close())

const report = () => stage.test('reading-report')
const listed = async () => (await report().getByRole('listitem').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim())
const chip = () => stage.turn().getByTestId('citation-chip').first()

async function scansAreReadBy(who) {
  await stage.settings('General')
  await stage.test('settings').getByLabel('Scans are read by').selectOption(who)
  await stage.shutSettings()
}

/** A bar chart that is a picture, as programs for slides make them. */
async function chart() {
  const page = await stage.browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } })
  const bars = [['Spring', 1204, 180], ['Summer', 4812, 360], ['Autumn', 2377, 250], ['Winter', 611, 90]]
  await page.setContent(`<body style="margin:0;background:#fff;font:24px/1.2 sans-serif">${bars.map(([season, nights, high], i) => `
    <div style="position:absolute;left:${60 + 210 * i}px;bottom:70px;width:150px;height:${high}px;background:#3a6ea5"></div>
    <p style="position:absolute;margin:0;left:${60 + 210 * i}px;bottom:${high + 78}px;width:150px;text-align:center">${nights} nights</p>
    <p style="position:absolute;margin:0;left:${60 + 210 * i}px;bottom:28px;width:150px;text-align:center">${season}</p>`).join('')}`)
  const picture = await page.screenshot({ type: 'jpeg', quality: 90 })
  await page.close()
  return `q 468 0 0 260 72 380 cm BI /W ${WIDTH} /H ${HEIGHT} /CS /RGB /BPC 8 /F [/AHx /DCT] ID ${picture.toString('hex')}> EI Q`
}

async function cite(words) {
  stage.ollama.say((id) => `${words} [${id(words)}].`)
  await stage.ask('What does @"Harbour report" say of guests and berths?')
  await stage.ended('answered')
  await chip().waitFor()
}

test('the report names the picture, and counts the empty page', async () => {
  await stage.choose(stage.row('Harbour report'), 'How it was read…')
  await report().getByText('3 pages: 1 read and confirmed by a second reader, 1 with a picture not read (p. 1), 1 blank (p. 2).').waitFor()
  const [picture, ...more] = await listed()
  assert.match(picture, /^p\. 1 Picture not read A picture on it has words that were not read; the text beside it was\. To have it read, install tesseract/)
  assert.deepEqual(more, [])
  await bothThemes(stage.page, 'picture-not-read')
  await report().getByRole('button', { name: /^p\. 1/ }).click()
  await stage.test('page-verdict').getByText('Picture not read: a picture on it has words').waitFor()
  await stage.button('Next page').click()
  await stage.test('page-verdict').getByText('Blank').waitFor()
})

test('an answer that leans on the text beside it has nothing to say of it', async () => {
  await cite(NIGHTS)
  assert.equal(await stage.turn().getByTestId('doubts').count(), 0)
  assert.match(await chip().getAttribute('aria-label'), /^Citation 1(?!, of)/)
})

test('once somebody reads it, what it says is found, and told apart from the text', async () => {
  await scansAreReadBy('')
  await stage.choose(stage.row('Harbour report'), 'How it was read…')
  await report().getByRole('button', { name: 'Read again' }).click()
  await report().getByText('1 by OCR').waitFor()
  const [picture] = await listed()
  assert.match(picture, /^p\. 1 Read by OCR \(tesseract\) Its text was read; the words in its picture were recognised and follow it\./)
  await stage.page.keyboard.press('Escape')
  await cite('4812 nights')
  await stage.turn().getByTestId('doubts').getByText('Read by OCR, which may misread a letter: Harbour report, p. 1').waitFor()
})
