// A figure that the pages have otherwise is put right by a person, and the answer is proved again.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { accounts } from './samples.mjs'
import { Stage } from './stage.mjs'

let stage
before(async () => {
  stage = await Stage.set()
  await stage.add('Accounts', accounts())
})
after(() => stage.close())

const proof = () => stage.turn().getByTestId('proof')
const line = () => proof().getByRole('button').first()
const open = async () => (await line().getAttribute('aria-expanded')) === 'true' || line().click()
const flags = () => stage.turn().locator('.figure-flag').allInnerTexts()
const undo = () => stage.turn().getByRole('button', { name: 'Undo: put 1,757 back' })

test('what the page has is put in the place of a figure, and only there', async () => {
  stage.ollama.say((id) => {
    const table = id('Purchases of cranes')
    return `Purchases of cranes were $1,757 million in 2024 [${table}]. Depreciation was $1,488 million in 2024 [${table}]. Form 1,757 says so.`
  })
  await stage.ask('@Accounts What was paid for cranes?')
  await stage.ended('answered')
  await proof().waitFor()
  assert.deepEqual(await flags(), ['$1,757 million'])
  await open()
  await proof().getByRole('button', { name: 'Put 1,577' }).click()
  await undo().waitFor()
  assert.match(await stage.answer(), /cranes were \$1,577 million in 2024.*Form 1,757 says so/s)
  assert.deepEqual(await flags(), [])
  assert.match(await proof().innerText(), /^2 of 3 statements proved.*1 number put right by you/)
  assert.match(await proof().getByTestId('mended').innerText(), /Changed by you: 1,757 → 1,577/)
  assert.ok(await undo().evaluate((button) => button === document.activeElement), 'Undo has the focus of the button that is gone')
})

test('it goes along with what is copied, and stays after a restart', async () => {
  const copied = await stage.copied(() => stage.turn().getByRole('button', { name: 'Copy', exact: true }).click())
  assert.match(copied, /\$1,577 million.*Changed by a person: “1,757” to “1,577”/s)
  await stage.restart()
  await stage.talk('What was paid for cranes').click()
  await proof().waitFor()
  assert.match(await stage.answer(), /cranes were \$1,577 million/)
  assert.match(await proof().innerText(), /1 number put right by you/)
})

test('later questions tell the model what stands there now', async () => {
  stage.ollama.say((id) => `Depreciation was $1,488 million in 2024 [${id('Depreciation')}].`)
  await stage.ask('And the depreciation, compared with that?')
  await stage.ended('answered')
  const sent = JSON.stringify(stage.ollama.chats.at(-1))
  assert.ok(sent.includes('cranes were $1,577 million') && !sent.includes('cranes were $1,757'), sent)
})

test('it is taken back', async () => {
  stage.turn = () => stage.page.locator('article[data-status]').first()
  await open()
  await undo().click()
  await proof().getByRole('button', { name: 'Put 1,577' }).waitFor()
  assert.match(await stage.answer(), /cranes were \$1,757 million/)
  assert.deepEqual(await flags(), ['$1,757 million'])
  assert.equal(await proof().getByTestId('mended').count(), 0)
  assert.ok(await line().evaluate((button) => button === document.activeElement))
})

test('the card of a figure offers the same', async () => {
  await stage.turn().locator('.figure-flag').scrollIntoViewIfNeeded()
  await stage.page.waitForTimeout(100) // a card goes away when the page is scrolled
  await stage.turn().locator('.figure-flag').click()
  await stage.test('figure-card').getByRole('button', { name: 'Put 1,577' }).click()
  await undo().waitFor()
  assert.equal(await stage.test('figure-card').count(), 0)
  assert.match(await stage.answer(), /cranes were \$1,577 million/)
})

test('what two cells of a row give is put in the place of a change that is none', async () => {
  stage.turn = () => stage.page.locator('article[data-status]').last()
  stage.ollama.say((id) => `In millions of dollars [${id('Net income')}]:\n\n| Item | 2024 | 2023 | Change |\n|---|---|---|---|\n| Net income | 5,349 | 4,858 | 9.1% |`)
  await stage.ask('@Accounts How did the net income change?')
  await stage.ended('answered')
  await proof().waitFor()
  assert.deepEqual(await flags(), ['9.1%'])
  await open()
  await proof().getByRole('button', { name: 'Put 10.1%' }).click()
  await proof().getByTestId('mended').waitFor()
  assert.match(await stage.answer(), /4,858\s+10\.1%/)
  assert.deepEqual(await flags(), [])
})
