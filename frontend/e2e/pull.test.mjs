// The first start: models are downloaded in the window, paused, gone on with, and a line that is down is told in words.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { bothThemes } from './axe.mjs'
import { Stage, until } from './stage.mjs'

let stage, page
before(async () => {
  stage = await Stage.set({ ollama: false })
  page = stage.page
})
after(() => stage.close())

const setup = () => stage.test('setup')
const step = (n) => setup().locator('li').nth(n - 1)
const second = () => new Promise((done) => setTimeout(done, 250))

const look = (name) => bothThemes(page, name)

test('Ollama is seen when it comes', async () => {
  await setup().waitFor()
  await look('start-alone')
  stage.ollama.models = []
  await stage.ollama.start()
  await setup().getByText(`Running at ${stage.ollama.host}`).waitFor()
  await look('start-models')
})

test('a model is downloaded, with its speed and the time left, and waits where it is paused', async () => {
  let come = 0
  stage.ollama.pull = async (_model, tell, gone) => {
    for (; come < 5_200; come += 30) {
      tell(come * 1e6, 5.2e9)
      await second()
      if (gone()) return
    }
  }
  await step(2).getByRole('button', { name: /^Download/ }).click()
  await step(2).getByText(/^[\d.]+ (MB|GB) of 5\.2 GB · [\d.]+ MB\/s · .* left$/).waitFor()
  assert.equal(await stage.button('Go on without a model').count(), 0, 'the download would be out of sight')
  await look('start-pulling')
  await step(2).getByRole('button', { name: 'Pause' }).click()
  await step(2).getByText(/^Paused at/).waitFor()
  await page.reload()
  await step(2).getByText(/^Paused at/).waitFor()
  await stage.restart()
  await step(2).getByText(/^Paused at/).waitFor()
})

test('what ends it is said in words, and it goes on from there', async () => {
  stage.ollama.pull = async () => 'pull model manifest: Get "https://models.example/v2/": dial tcp: lookup models.example: no such host'
  await step(2).getByRole('button', { name: 'Go on' }).click()
  await step(2).getByText(/this computer seems to be offline\. Connect it, then go on/).waitFor()
  await look('start-offline')
  stage.ollama.pull = async (_model, tell) => tell(5.2e9, 5.2e9)
  await step(2).getByRole('button', { name: 'Go on' }).click()
  await until('the step is done', async () => (await step(2).getAttribute('class')).includes('done'))
  await stage.button('Go on without it: found by words alone').waitFor()
  await step(3).getByRole('button', { name: /^Download/ }).click()
  await setup().waitFor({ state: 'detached' })
})

test('all of the place for files takes a click', async () => {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.locator('.drop').click({ position: { x: 12, y: 12 } })])
  assert.ok(chooser.isMultiple())
})
