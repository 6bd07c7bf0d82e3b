// What was learnt: a document's details, which a person changes, and what the analyst remembers, which they forget.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { harbour, orchard, REVENUE } from './samples.mjs'
import { Stage, until } from './stage.mjs'

let stage
before(async () => {
  stage = await Stage.set()
  await stage.add('Harbour 2024 annual report', harbour())
  await stage.add('Orchard', orchard())
})
after(() => stage.close())

const details = () => stage.test('details')
const field = (name) => details().getByLabel(name, { exact: true })
const names = async () => (await details().getByRole('listitem').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim())
const save = () => details().getByRole('button', { name: 'Save' }).click()
const values = () => Promise.all(['Company', 'Year', 'Type'].map((name) => field(name).inputValue()))

async function open(name) {
  await stage.choose(stage.row(name), 'Details…')
  await field('Company').waitFor()
}

async function chooseAnalyst() {
  await stage.page.getByRole('button', { name: /^How thoroughly to work/ }).click()
  await stage.page.getByRole('menuitemradio', { name: /^Analyst/ }).click()
}

/** Asks with the analyst, and tells which documents it searched. */
async function searched(question) {
  stage.ollama.say('It rose.')
  await stage.ask(question)
  await stage.ended('answered')
  await stage.turn().getByTestId('trace').getByRole('button').first().click()
  return /found by .*?, in (.*)/.exec(await stage.turn().getByTestId('trace').innerText())[1]
}

test('what was found stands in the details', async () => {
  await open('Harbour')
  assert.deepEqual(await values(), ['Harbour', '2024', 'annual report'])
  assert.deepEqual(await names(), ['Harbour 2024 annual report file', 'Harbour report 2024 title'])
  assert.match(await details().innerText(), /2 pages, \d+ KB[\s\S]*Harbour 2024 annual report\.pdf/)
  assert.equal(await details().getByText("From the file's name").count(), 3)
  await stage.page.keyboard.press('Escape')
  await details().waitFor({ state: 'detached' })
  assert.equal(await stage.page.evaluate(() => document.activeElement.getAttribute('aria-label')), 'More about Harbour 2024 annual report')
})

test('what is refused is said, and nothing is lost by it', async () => {
  await open('Harbour')
  await field('Year').fill('12')
  await field('Company').fill('Port of Delft')
  await save()
  await details().getByText('12 is no year').waitFor()
  assert.deepEqual(await values(), ['Port of Delft', '12', 'annual report'])
  await details().getByRole('button', { name: 'Cancel' }).click()
})

test('edits are there after a reload and a restart, and can be put back', async () => {
  await open('Orchard')
  assert.deepEqual(await values(), ['', '', ''])
  await field('Company').fill('Apple Farm')
  await field('Another name').fill('The diary')
  await stage.page.keyboard.press('Enter')
  await details().getByRole('button', { name: 'Remove Orchard diary' }).click()
  assert.deepEqual(await names(), ['Orchard file', 'The diary added by you'])
  await save()
  await stage.told('Details saved.')
  for (const again of [() => stage.page.reload(), () => stage.restart('SIGKILL')]) {
    await again()
    await open('Orchard')
    assert.deepEqual(await values(), ['Apple Farm', '', ''])
    assert.deepEqual(await names(), ['Orchard file', 'The diary added by you'])
    await stage.page.keyboard.press('Escape')
  }
  await open('Orchard')
  await details().getByRole('button', { name: 'Put back company. Found: nothing' }).click()
  await details().getByRole('button', { name: 'Put back all' }).click()
  assert.deepEqual(await names(), ['Orchard file', 'Orchard diary title'])
  await save()
  await details().waitFor({ state: 'detached' })
})

test('the analyst searches by the edited company', async () => {
  await chooseAnalyst()
  assert.match(await searched('How did the revenue of Harbour develop?'), /^1 of 2 documents \(company: Harbour\)/)
  await open('Orchard')
  await field('Company').fill('Harbour')
  await save()
  await details().waitFor({ state: 'detached' })
  assert.match(await searched('And how did the revenue of Harbour develop then?'), /^2 documents$/)
})

const memory = () => stage.test('memory')
const remembered = () => memory().getByTestId('remembered')

async function seeMemory() {
  await stage.settings('Privacy')
  await stage.test('settings').getByRole('button', { name: 'See what it remembers…' }).click()
  await memory().waitFor()
}

test('what the analyst remembers is seen, and leads to its conversation', async () => {
  const { page } = stage
  await stage.button('New conversation').first().click()
  await seeMemory()
  await until('both are listed', async () => (await remembered().count()) === 2)
  assert.match(await remembered().first().innerText(), /And how did the revenue of Harbour develop then\?[\s\S]*It rose\./)
  await remembered().last().getByRole('button', { name: 'Open “How did the revenue of Harbour develop?”' }).click()
  await memory().waitFor({ state: 'detached' })
  await stage.test('settings').waitFor({ state: 'detached' })
  assert.equal(await page.locator('article').count(), 2)
})

test('it is forgotten one by one, and with its conversation', async () => {
  await seeMemory()
  const one = remembered().first()
  await one.getByRole('button', { name: /^Forget:/ }).click()
  await one.getByRole('button', { name: 'Keep' }).click()
  await one.getByRole('button', { name: /^Forget:/ }).click()
  await one.getByRole('button', { name: 'Forget', exact: true }).click()
  await until('one is left', async () => (await remembered().count()) === 1)
  await memory().getByRole('button', { name: 'Close' }).last().click()
  await stage.test('settings').getByText('1 remembered').waitFor()
  await stage.page.keyboard.press('Escape')
  await stage.restart()
  await seeMemory()
  await until('one is left', async () => (await remembered().count()) === 1)
  await stage.page.keyboard.press('Escape')
  await stage.page.keyboard.press('Escape')
  const talk = stage.talk('How did the revenue of Harbour develop?')
  await stage.remove(talk, 'Delete')
  await talk.waitFor({ state: 'detached' })
  await seeMemory()
  await memory().getByText('Nothing is remembered yet').waitFor()
  await stage.page.keyboard.press('Escape')
  await memory().waitFor({ state: 'detached' })
  await stage.page.keyboard.press('Escape')
})

test('all of it is forgotten at once', async () => {
  await chooseAnalyst()
  stage.ollama.say((id) => `It rose [${id(REVENUE)}].`, 'It did.')
  for (const question of ['What was the revenue of Harbour?', 'Did the revenue of Harbour rise?']) {
    await stage.ask(question)
    await stage.ended('answered')
  }
  await seeMemory()
  await until('both are listed', async () => (await remembered().count()) === 2)
  await memory().getByRole('button', { name: 'Forget all…' }).click()
  await memory().getByRole('button', { name: 'Forget all', exact: true }).click()
  await memory().getByText('Nothing is remembered yet').waitFor()
  await stage.page.reload()
  await stage.test('composer').waitFor()
  await seeMemory()
  await memory().getByText('Nothing is remembered yet').waitFor()
})
