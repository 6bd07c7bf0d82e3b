// An answer and a conversation leave the program: as Markdown, as a page that stands by itself, as a PDF.
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { harbour, REVENUE, STAFF } from './samples.mjs'
import { Stage } from './stage.mjs'

let stage
before(async () => {
  stage = await Stage.set()
  await stage.add('Harbour', harbour())
  stage.ollama.say((id) => `${REVENUE} [${id(REVENUE)}]. <script>alert(1)</script>\n\n| Year | Revenue |\n|--|--:|\n| 2024 | 41.7 |`)
  await stage.ask('What was the revenue in @Harbour?')
  await stage.ended('answered')
  stage.ollama.say((id) => `Everybody is happy [${id(STAFF)}].`)
  await stage.ask('And the people?')
  await stage.ended('answered')
})
after(() => stage.close())

const pictures = process.env.LECTERN_PICTURES

async function picture(page, name, options = {}) {
  if (!pictures) return
  mkdirSync(pictures, { recursive: true })
  for (const colorScheme of ['dark', 'light']) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: join(pictures, `${colorScheme}-${name}.png`), animations: 'disabled', ...options })
  }
}

/** Saves what a button's menu offers, and answers the path of the download. */
async function saved(button, format, name) {
  await button.click()
  const entry = stage.page.getByRole('menuitem', { name: format })
  await entry.waitFor()
  await picture(stage.page, `menu-${name}`)
  const [download] = await Promise.all([stage.page.waitForEvent('download'), entry.click()])
  assert.equal(download.suggestedFilename(), name)
  const path = join(stage.lectern.dir, name)
  await download.saveAs(path)
  return path
}

test('an answer is saved as Markdown with its sources and verdicts', async () => {
  const answer = stage.page.locator('article[data-status]').first()
  const text = readFileSync(await saved(answer.getByRole('button', { name: 'Export answer' }), /^Markdown/, 'What was the revenue in @Harbour.md'), 'utf8')
  assert.match(text, /^# What was the revenue in @Harbour\?\n/)
  assert.ok(text.includes(`\n> “${REVENUE}”\n`) && /\n\[1\] \*\*Harbour\*\*, p\. \d/.test(text) && /\n\*\*Proved\.\*\*/.test(text), text)
  assert.ok(!/(^|[^\\])<script>/.test(text), text)
})

test('an answer is copied as text, and as Markdown with its quotes and verdicts', async () => {
  const answer = stage.page.locator('article[data-status]').first()
  const as = (name) => stage.copied(async () => {
    await answer.getByRole('button', { name: 'Copy as' }).click()
    await stage.page.getByRole('menuitem', { name }).click()
  })
  const text = await as(/^Text/)
  assert.ok(text.startsWith(`${REVENUE} [1].`) && text.includes('Year\tRevenue\n2024\t41.7') && !text.includes('Sources'), text)
  const markdown = await as(/^Markdown/)
  assert.ok(markdown.includes(`> “${REVENUE}”`) && /\*\*Proved\.\*\*/.test(markdown), markdown)
})

test('a conversation is saved as a page that runs nothing and leads from each number to its source', async () => {
  const path = await saved(stage.button('Export conversation'), /^Web page/, 'What was the revenue in Harbour.html')
  const context = await stage.browser.newContext({ viewport: { width: 900, height: 900 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const wrong = []
  page.on('console', (message) => wrong.push(message.text()))
  page.on('request', (request) => request.url().startsWith('file:') || wrong.push(request.url()))
  await page.goto(pathToFileURL(path).href)
  assert.deepEqual(await page.locator('h2').allInnerTexts(), ['What was the revenue in @Harbour?', 'And the people?'])
  assert.ok((await page.locator('article').first().innerText()).includes('<script>alert(1)</script>'))
  assert.equal(await page.locator('script').count(), 0)
  assert.equal(await page.locator('body').evaluate((body) => getComputedStyle(body).maxWidth), '728px', 'its style is let through')
  await page.locator('a.cite').first().click()
  assert.ok((await page.locator('.source:target').innerText()).includes(REVENUE))
  await picture(page, 'page', { fullPage: true })
  if (pictures) {
    await page.pdf({ path: join(pictures, 'printed.pdf'), format: 'A4' })
  }
  assert.deepEqual(wrong, [])
  await context.close()
})

test('a conversation is saved as a PDF', async () => {
  const raw = readFileSync(await saved(stage.button('Export conversation'), /^PDF/, 'What was the revenue in Harbour.pdf'))
  assert.equal(raw.subarray(0, 5).toString(), '%PDF-')
})
