// The question while it is written: documents by what they are about, sets of them, a file that is dropped there, drafts.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { bothThemes } from './axe.mjs'
import { HOLD } from './ollama.mjs'
import { harbour, lease, orchard, REVENUE, statements } from './samples.mjs'
import { Stage, until } from './stage.mjs'

let stage, page
before(async () => {
  stage = await Stage.set()
  page = stage.page
  await stage.add('HARBOUR_2024_10K', statements('Harbour Company', ['2024', '2023', '2022'], ['41,700', '36,200', '35,100'], ['5,349', '4,858', '5,050']))
  await stage.add('QUAYSIDE_2024_10K', statements('Quayside Company', ['2024', '2023'], ['20,100', '19,300'], ['1,205', '1,100']))
  await stage.add('Orchard', orchard())
})
after(() => stage.close())

const look = (name) => bothThemes(page, name)
const field = () => stage.test('composer')
const offers = () => page.getByRole('listbox', { name: 'Documents to name' }).getByRole('option')

test('@ finds documents by what they are about, and offers sets, to which the question is limited', async () => {
  await field().pressSequentially('What were net sales? @2024')
  await until('documents and a set are offered', async () => /HARBOUR[\s\S]*QUAYSIDE[\s\S]*Year · 2 documents/.test((await offers().allInnerTexts()).join('\n')))
  await look('sets')
  await offers().filter({ hasText: 'Year' }).click()
  assert.equal(await field().inputValue(), 'What were net sales? ')
  const chip = stage.test('question-box').getByTestId('filter').filter({ hasText: '2024' })
  await chip.waitFor()
  await look('set-chosen')
  stage.ollama.say((id) => `They were 41,700 million [${id('Net sales')}].`)
  await page.keyboard.press('Enter')
  await stage.ended('answered')
  await stage.turn().getByText('2024').first().waitFor()
  assert.equal(await stage.test('question-box').getByTestId('filter').count(), 0)
})

test('a file that is dropped on the question is added and named in it, and is asked when it is read', async () => {
  await page.keyboard.press('Control+n')
  const data = await page.evaluateHandle((bytes) => {
    const data = new DataTransfer()
    data.items.add(new File([Uint8Array.from(bytes)], 'Harbour report.pdf', { type: 'application/pdf' }))
    return data
  }, [...harbour()])
  await stage.test('question-box').dispatchEvent('drop', { dataTransfer: data })
  await until('it is named', async () => (await field().inputValue()) === '@"Harbour report" ')
  stage.ollama.say((id) => `Revenue rose [${id(REVENUE)}].`)
  await field().pressSequentially('How did revenue develop?')
  await page.keyboard.press('Enter')
  await stage.ended('answered')
  assert.match(await stage.turn().locator('h2').innerText(), /@Harbour report\s+How did revenue/)
})

test('questions that wait are put in another order, changed, and each conversation has its draft, also after a restart', async () => {
  stage.ollama.say((id) => `Revenue rose [${id(REVENUE)}]. ${HOLD}That is all.`)
  await stage.ask('And once more?')
  await stage.written('Revenue rose')
  for (const question of ['First of two', 'Second of two']) {
    await field().fill(question)
    await page.keyboard.press('Enter')
  }
  const queue = stage.test('queue').getByRole('listitem')
  await queue.nth(1).getByRole('button', { name: 'Ask it earlier' }).click()
  assert.deepEqual(await queue.locator('span').allInnerTexts(), ['Second of two', 'First of two'])
  await queue.nth(1).getByRole('button', { name: 'Change it' }).click()
  assert.equal(await field().inputValue(), 'First of two')
  await queue.first().getByRole('button', { name: 'Take it out' }).click()
  stage.ollama.go()
  await stage.ended('answered')
  await page.keyboard.press('Control+n')
  await field().fill('Something new')
  await stage.test('conversation-row').first().click()
  await until('the draft of this one is there', async () => (await field().inputValue()) === 'First of two')
  await new Promise((next) => setTimeout(next, 900))
  await stage.restart('SIGKILL')
  await until('so it is after a restart', async () => (await field().inputValue()) === 'First of two')
  await page.keyboard.press('Control+n')
  await until('and that of the new one', async () => (await field().inputValue()) === 'Something new')
})

test('↑ brings the last question', async () => {
  await field().fill('')
  await stage.test('conversation-row').first().click()
  await page.locator('article').nth(1).waitFor()
  await field().fill('')
  await field().press('ArrowUp')
  await until('it is there', async () => (await field().inputValue()) === 'And once more?')
})

test('the question is as wide as the answer, whose text fades behind it', async () => {
  const [answer, question] = [await stage.turn().boundingBox(), await stage.test('question-box').boundingBox()]
  assert.ok(Math.abs(answer.width - question.width) <= 2 && Math.abs(answer.x - question.x) <= 8, JSON.stringify({ answer, question }))
})
