// Questions that are edited, asked again or started over: each makes a branch, and none is lost.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { CHAT, HOLD } from './ollama.mjs'
import { harbour, orchard, REVENUE, STAFF } from './samples.mjs'
import { Stage, until } from './stage.mjs'

const FIRST = 'What was the revenue in @Harbour?'
const OTHER = 'What happened in @Harbour?'

let stage
let page
before(async () => {
  stage = await Stage.set()
  page = stage.page
  await stage.internals()
  await stage.add('Harbour', harbour())
  await stage.add('Orchard', orchard())
})
after(() => stage.close())

const turns = () => page.locator('article[data-status]')
const questions = () => page.locator('article h2').allInnerTexts()
const button = (i, name) => turns().nth(i).getByRole('button', { name, exact: true })
const version = (i) => turns().nth(i).getByTestId('versions').innerText()
const shows = (i, what) => until(`question ${i + 1} is version ${what}`, async () => (await turns().nth(i).getByTestId('versions').count()) && (await version(i)).trim() === what)
const open = () => stage.talk('What was the revenue').getByRole('button').first().click()

async function edit(i, words) {
  await turns().nth(i).getByTestId('question').hover()
  await button(i, 'Edit').click()
  await stage.test('edited').fill(words)
}

/** Opens the step of the last answer that says these words. */
async function openStep(words) {
  const trace = stage.turn().getByTestId('trace')
  await trace.getByRole('button').first().click()
  const step = trace.getByTestId('step').filter({ hasText: words }).first()
  await step.getByRole('button').first().click()
  await step.getByText('What came out').waitFor()
  return step
}

test('an edited question is asked instead, and the old one is kept with what followed it', async () => {
  stage.ollama.say((id) => `It rose [${id(REVENUE)}].`, (id) => `They are 212 [${id(STAFF)}].`, (id) => `Much happened [${id(REVENUE)}].`)
  await stage.ask(FIRST)
  await stage.ended('answered')
  assert.equal(await stage.test('versions').count(), 0)
  await stage.ask('And the people?')
  await stage.ended('answered')
  await edit(0, OTHER)
  await page.keyboard.press('Enter')
  await stage.written('Much happened')
  await stage.ended('answered')
  assert.deepEqual(await questions(), [OTHER])
  assert.equal(await version(0), '2/2')
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('data-testid')), 'composer')

  await button(0, 'Earlier version').click()
  await shows(0, '1/2')
  assert.deepEqual(await questions(), [FIRST, 'And the people?'])
  assert.match(await stage.answer(), /^They are 212/)
  assert.equal(await turns().nth(0).getByRole('group', { name: 'Version 1 of 2' }).count(), 1)
})

test('another version is shown where the question stood, and the pressed button keeps the focus', async () => {
  await turns().nth(0).getByTestId('versions').scrollIntoViewIfNeeded()
  const place = async () => (await turns().nth(0).getByTestId('versions').boundingBox()).y
  const focus = () => page.evaluate(() => document.activeElement.getAttribute('aria-label'))
  const at = await place()
  await button(0, 'Later version').click()
  await shows(0, '2/2')
  assert.ok(Math.abs((await place()) - at) <= 1)
  assert.equal(await focus(), 'Later version')
  assert.equal(await button(0, 'Later version').getAttribute('aria-disabled'), 'true')
  await page.keyboard.press('Shift+Tab')
  assert.equal(await focus(), 'Earlier version')
  await page.keyboard.press('Enter')
  await shows(0, '1/2')
  assert.ok(Math.abs((await place()) - at) <= 1)
  assert.equal(await focus(), 'Earlier version')
})

test('Escape gives an edited question back and stops nothing', async () => {
  await edit(0, 'Never asked')
  await page.keyboard.press('Escape')
  await stage.test('edited').waitFor({ state: 'detached' })
  assert.equal((await questions())[0], FIRST)
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), 'Edit')
  await page.keyboard.press('Enter') // by the keyboard as well
  await stage.test('edited').fill(' ')
  assert.equal(await stage.button('Send').isDisabled(), true)
  await stage.button('Cancel').click()
})

test('which version is shown survives a reload and a restart', async () => {
  await button(0, 'Later version').click()
  await shows(0, '2/2')
  await page.reload()
  await open()
  await shows(0, '2/2')
  assert.deepEqual(await questions(), [OTHER])
  await button(0, 'Earlier version').click()
  await shows(0, '1/2')
  await stage.restart()
  await open()
  await shows(0, '1/2')
  assert.deepEqual(await questions(), [FIRST, 'And the people?'])
})

test('what is asked below a version stays with it', async () => {
  await button(0, 'Later version').click()
  await shows(0, '2/2')
  stage.ollama.say((id) => `Nobody was hurt [${id(STAFF)}].`)
  await stage.ask('Was anybody hurt?')
  await stage.written('Nobody was hurt')
  await stage.ended('answered')
  await button(0, 'Earlier version').click()
  await shows(0, '1/2')
  assert.deepEqual(await questions(), [FIRST, 'And the people?'])
  await button(0, 'Later version').click()
  await shows(0, '2/2')
  assert.deepEqual(await questions(), [OTHER, 'Was anybody hurt?'])
})

test('Again makes a version of its own, and while it is written the others can only be looked at', async () => {
  stage.ollama.say((id) => `Nobody at all ${HOLD}was hurt [${id(STAFF)}].`)
  await button(1, 'Again').click()
  await stage.written('Nobody at all')
  assert.deepEqual(await questions(), [OTHER, 'Was anybody hurt?'])
  assert.equal(await version(1), '2/2')
  assert.equal(await button(0, 'Edit').isDisabled(), true)
  assert.match(await button(0, 'Edit').getAttribute('title'), /An answer is being written/)
  assert.equal(await button(0, 'Again').isDisabled(), true)
  await button(1, 'Earlier version').click()
  await shows(1, '1/2')
  assert.match(await stage.answer(), /^Nobody was hurt/)
  assert.equal(await button(1, 'Edit').isDisabled(), true)
  await button(1, 'Later version').click()
  await stage.written('Nobody at all')
  assert.equal(await stage.turn().getAttribute('data-status'), 'running')
  stage.ollama.go()
  await stage.written('was hurt')
  await stage.ended('answered')
  assert.match(await stage.answer(), /^Nobody at all was hurt\s*1\s*\.$/)
  await until('it can be edited again', async () => !(await button(0, 'Edit').isDisabled()))
})

test('a step of the trace shows what went in and what came out', async () => {
  const step = await openStep(/^Wrote \d+ words/)
  const said = await step.innerText()
  assert.match(said, new RegExp(CHAT))
  assert.match(said, /\d+ read · 20 written/)
  assert.match(said, /What went in[\s\S]*Was anybody hurt\?[\s\S]*What came out[\s\S]*Nobody at all/)
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true)
})

test('what starts over from a step keeps what came before it', async () => {
  const asked = stage.ollama.chats.length
  stage.ollama.say((id) => `Not a soul ${HOLD}was hurt [${id(STAFF)}].`)
  await stage.turn().getByTestId('trace').getByRole('button').first().click()
  const step = await openStep(/Kept \d of \d passages?/)
  await step.getByRole('button', { name: 'Start over from here' }).click()
  await stage.written('Not a soul')
  assert.equal(await version(1), '3/3')
  stage.ollama.go()
  await stage.ended('answered')
  assert.deepEqual(await questions(), [OTHER, 'Was anybody hurt?'])
  const anew = stage.ollama.chats.slice(asked)
  assert.ok(!anew.some(({ format }) => format?.properties.searches), 'the question was not rewritten again')
  await stage.turn().getByTestId('trace').getByRole('button').first().click()
  assert.ok((await stage.turn().getByTestId('step').count()) >= 3, 'the steps before are in its trace')
  await button(1, 'Earlier version').click()
  await shows(1, '2/3')
  assert.match(await stage.answer(), /^Nobody at all/)
})

test('an answer that was stopped can be resumed in its branch', async () => {
  stage.ollama.say(`Half ${HOLD}`, (id) => `The whole [${id(STAFF)}].`)
  await button(1, 'Again').click()
  await stage.written('Half')
  await page.keyboard.press('Escape')
  await stage.ended('stopped')
  await stage.test('ending').getByRole('button', { name: 'Resume' }).click()
  await stage.written('The whole')
  await stage.ended('answered')
  assert.equal(await version(1), '4/4')
})

test('the branches stay when another conversation is deleted', async () => {
  await stage.button('Ask something new').click()
  stage.ollama.say('Nineteen.')
  await stage.ask('How many trees are in @Orchard?')
  await stage.ended('answered')
  await stage.remove(stage.talk('How many trees'), 'Delete')
  await stage.talk('How many trees').waitFor({ state: 'detached' })
  await stage.restart()
  await open()
  await shows(1, '4/4')
  for (const what of ['3/4', '2/4', '1/4']) {
    await button(1, 'Earlier version').click()
    await shows(1, what)
  }
  assert.match(await stage.answer(), /^Nobody was hurt/)
  await button(0, 'Earlier version').click()
  await shows(0, '1/2')
  assert.deepEqual(await questions(), [FIRST, 'And the people?'])
})
