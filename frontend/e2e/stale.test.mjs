// Documents that an older version of the embedding model read: they are found as before, and embedded anew if wanted.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { bothThemes } from './axe.mjs'
import { harbour, lease, NOTICE, REVENUE } from './samples.mjs'
import { Stage } from './stage.mjs'

let stage
let release = () => {}
before(async () => {
  stage = await Stage.set()
  await stage.add('Harbour', harbour())
  await stage.add('Lease', lease())
  await stage.told(/documents? added\./)
  while (await stage.test('toast').count()) await stage.button('Dismiss').first().click()
})
after(async () => {
  release()
  await stage.close()
})

const offer = () => stage.test('stale')
const said = (words) => offer().getByText(words).waitFor()
const refresh = () => stage.page.evaluate(() => window.go.main.App.LookAgain())
const anew = () => offer().getByRole('button', { name: 'Embed anew' }).click()

const look = (name) => bothThemes(stage.page, name)

async function cites(question, words) {
  stage.ollama.say((id) => `${words} [${id(words)}].`)
  await stage.ask(question)
  await stage.ended('answered')
  await stage.turn().getByTestId('citation-chip').waitFor()
}

test('nothing is offered while the model is the one that read the documents', async () => {
  await refresh()
  assert.equal(await offer().count(), 0)
})

test('a model that was downloaded anew answers from what there is, and the offer is made', async () => {
  stage.ollama.edition = 'e'
  await refresh()
  await said('2 documents were embedded by an older letters:latest. They are found as before, if not as well.')
  assert.doesNotMatch(await offer().innerText(), /No text/) // of a page of the lease, which has nothing to do with it
  await look('stale')
  await cites('How did the revenue of the harbour develop?', REVENUE)
})

test('what fails is said, and nothing is lost by it', async () => {
  stage.ollama.beforeEmbedding = async () => 'the model needs more memory' // a server that ends would be seen to be gone at some time, and nothing offered
  await anew()
  await said(/Not embedded anew: .*needs more memory/)
  stage.ollama.beforeEmbedding = async () => {}
  await cites('What is the notice period of the lease?', NOTICE)
})

test('the documents are embedded anew when the person wants it, and it is told how far that is', async () => {
  stage.ollama.beforeEmbedding = () => new Promise((done) => (release = done))
  await anew()
  await said('Embedding anew: 0 of 2 done')
  await look('stale-busy')
  stage.ollama.beforeEmbedding = async () => {}
  release()
  await offer().waitFor({ state: 'detached' })
  await cites('How did the revenue develop?', REVENUE)
  await stage.restart()
  await stage.row('Lease').waitFor()
  assert.equal(await offer().count(), 0)
})
