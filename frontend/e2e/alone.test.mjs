// Without Ollama: the set-up is told, the library can be searched, and what was missed is made up for when it appears.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { markFits } from './marks.mjs'
import { CHAT, EMBED } from './ollama.mjs'
import { harbour, REVENUE } from './samples.mjs'
import { Stage, until } from './stage.mjs'

let stage
before(async () => (stage = await Stage.set({ ollama: false })))
after(() => stage.close())

test('the start says what is missing and lets one go on', async () => {
  const setup = stage.test('setup')
  await setup.waitFor()
  assert.match(await setup.innerText(), /Ollama isn't running|No Ollama found/)
  assert.equal(await setup.locator('li.missing').count(), 1)
  assert.ok(await stage.page.getByText('No Ollama: search and figures').isVisible())
  await stage.button('Go on without a model').click()
  await setup.waitFor({ state: 'detached' })
})

test('a question gets passages that say that they are no answer', async () => {
  await stage.add('Harbour', harbour())
  assert.match(await stage.row('Harbour').innerText(), /keyword only/)
  await stage.ask('How did the revenue develop?')
  await stage.ended('answered')
  assert.match(await stage.turn().getByTestId('banner').innerText(), /^Passages found, not an answer/)
  assert.ok((await stage.answer()).includes(REVENUE))
  await stage.turn().locator('p', { hasText: REVENUE }).getByTestId('citation-chip').first().click()
  await markFits(stage.page, REVENUE)
})

test('words that no document holds are said to be missing', async () => {
  await stage.ask('Zebra xylophone quasar?')
  await stage.ended('answered')
  assert.match(await stage.turn().innerText(), /The documents don't tell/)
})

test('a step is done when its part appears: Ollama, then models', async () => {
  await stage.page.evaluate(() => localStorage.clear())
  stage.ollama.models = []
  await stage.ollama.start()
  await stage.page.reload()
  await stage.ended('answered') // the conversation comes back
  await stage.button('New conversation').first().click()
  const setup = stage.test('setup')
  await setup.getByText(`Running at ${stage.ollama.host}`).waitFor() // nobody has to look again
  await until('both models can be downloaded', async () => (await setup.getByRole('button', { name: /^Download / }).count()) === 2)
  stage.ollama.models = [CHAT, EMBED]
  await setup.waitFor({ state: 'detached' })
})

test('the document gets its vectors by itself', async () => {
  await stage.row('Harbour').filter({ hasText: '2 p.' }).waitFor()
  stage.ollama.say((id) => `It rose [${id(REVENUE)}].`)
  await stage.ask('How did the revenue of the company develop?')
  await stage.ended('answered')
  assert.match(await stage.answer(), /^It rose/)
  await stage.turn().getByTestId('trace').getByRole('button').first().click()
  assert.match(await stage.turn().getByTestId('trace').innerText(), /by words and meaning/)
})
