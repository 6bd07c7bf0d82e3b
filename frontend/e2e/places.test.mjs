// A passage that stands in several places: it is given to the model once, and the other places are told.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { bothThemes } from './axe.mjs'
import { lines, pdf } from './pdf.mjs'
import { NOTICE, orchard } from './samples.mjs'
import { Stage } from './stage.mjs'

const terms = lines('# Lease', '', NOTICE, 'It ends with a month, and is given in writing.')

let stage
before(async () => {
  stage = await Stage.set()
  await stage.add('Flat', pdf([terms, lines('# Rent', '', 'The rent is due on the first of every month.')]))
  await stage.add('Garage', pdf([lines('# Preface', '', 'This is about a garage in the yard.'), terms]))
  await stage.add('Orchard', orchard())
})
after(() => stage.close())

/** Where the passage that is cited stands too: it is the one of either document that was found first. */
const OTHER = /^(Flat p\. 1|Garage p\. 2)$/

const look = (name) => bothThemes(stage.page, name)

test('the card of a citation tells the other place, which opens', async () => {
  stage.ollama.say((id) => `The notice period is three months [${id(NOTICE)}].`)
  await stage.ask('What is the notice period of the lease?')
  await stage.ended('answered')
  await stage.turn().getByTestId('citation-chip').hover()
  const other = stage.test('citation-card').getByTestId('places').getByRole('button')
  const name = (await other.innerText()).trim()
  assert.match(name, OTHER)
  await look('places')
  await other.click()
  await stage.test('source-panel').getByRole('heading', { name: name.split(' ')[0] }).waitFor()
  await stage.test('page-mark').first().waitFor()
})

test('so does the list of sources', async () => {
  await stage.turn().getByRole('button', { name: /^Sources/ }).click()
  const places = stage.turn().getByRole('list', { name: 'Sources' }).getByTestId('places')
  assert.equal(await places.count(), 1)
  assert.match(await places.getByRole('button').innerText(), OTHER)
  await look('places-sources')
})
