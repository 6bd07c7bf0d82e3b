// A figure that a question asks for, read from its cell without a model: its row, its formula, and the cell on its page.
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { accounts } from './samples.mjs'
import { Stage, until } from './stage.mjs'

let stage, page
before(async () => {
  stage = await Stage.set({ ollama: false })
  page = stage.page
  await stage.button('Go on without a model').click()
  await stage.add('Accounts', accounts())
})
after(() => stage.close())

const pictures = process.env.LECTERN_PICTURES

async function picture(name) {
  if (!pictures) return
  mkdirSync(pictures, { recursive: true })
  for (const colorScheme of ['dark', 'light']) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: join(pictures, `${colorScheme}-${name}.png`), animations: 'disabled' })
  }
}

const figure = () => stage.turn().getByTestId('figure-answer')

/** What is chosen on the page is around a text of it. */
const chosen = (text) => until(`${text} is chosen`, () => page.evaluate((wanted) => {
  const frame = document.querySelector('[data-testid=table-chosen]')?.getBoundingClientRect()
  const span = [...document.querySelectorAll('[data-current] .textLayer span')].find((one) => one.textContent.trim() === wanted)?.getBoundingClientRect()
  if (!frame || !span) return false
  const [x, y] = [span.left + span.width / 2, span.top + span.height / 2]
  return frame.left <= x && x <= frame.right && frame.top <= y && y <= frame.bottom
}, text))

test('a figure is the answer, with its row, and its cell opens', async () => {
  await stage.ask('How much was spent on purchases of cranes in 2024?')
  await stage.ended('answered')
  assert.match(await figure().innerText(), /\$1,577 million/)
  await figure().getByText('(1,373)').waitFor()
  assert.match(await figure().innerText(), /Accounts · .*Cash Flows.* · p\. 2/)
  assert.match(await stage.turn().getByTestId('proof').innerText(), /^Read from its cell/)
  await figure().getByRole('button', { name: '(1,577)' }).click()
  await chosen('(1,577)')
  await picture('figure')
})

test('one that is worked out has its formula and its cells, each of which opens', async () => {
  await stage.ask('By how much did net income grow from 2023 to 2024?')
  await stage.ended('answered')
  assert.match(await figure().innerText(), /^10\.1/)
  assert.match(await stage.turn().getByTestId('trace').innerText(), /^Straight from 2 cells · no model/)
  await figure().locator('.katex').first().waitFor({ state: 'attached' })
  assert.match(await stage.turn().getByTestId('proof').innerText(), /^Computed from 2 cells/)
  await figure().getByRole('button', { name: '4,858' }).click()
  await chosen('4,858')
  const lit = figure().locator('.katex-html .lit')
  const marked = (...texts) => until(`${texts} is marked in the formula`, async () => (await lit.allInnerTexts()).join(' ') === texts.join(' '))
  await marked('4,858', '4,858') // it stands there twice
  await figure().locator('.katex-html [data-cell]').filter({ hasText: '5,349' }).click()
  await chosen('5,349')
  await marked('5,349')
  await picture('figure-worked-out')
})

test('what no cell says is no figure', async () => {
  await stage.ask('How much was spent on purchases of cranes in 2031?')
  await stage.ended('answered')
  assert.equal(await figure().count(), 0)
})

test('it is there again after a restart', async () => {
  await stage.restart()
  await stage.talk('How much was spent on purchases').click()
  const all = page.getByTestId('figure-answer')
  await all.first().waitFor()
  assert.match(await all.first().innerText(), /\$1,577 million/)
})

test('where no cell is surely meant, those that come nearest are shown as that, and open their row', async () => {
  await stage.ask('How much was spent on lawful purchases of cranes in 2024?')
  await stage.ended('answered')
  assert.equal(await figure().count(), 0)
  assert.match(await stage.turn().getByTestId('answer').innerText(), /^It isn’t certain which figure of a table is meant\. These come nearest:\s+Purchases of cranes, 2024: −?\$1,577 million/)
  await stage.turn().getByTestId('answer').locator('button.chip').first().click()
  await stage.test('page-mark').first().waitFor()
  await picture('figure-unsure')
})
