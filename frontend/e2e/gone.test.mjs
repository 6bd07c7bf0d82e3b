// The program behind the page is cut off, and comes back: the page says so at once, and goes on by itself.
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { HOLD } from './ollama.mjs'
import { harbour, REVENUE } from './samples.mjs'
import { Stage, until } from './stage.mjs'

let stage, host
before(async () => {
  stage = await Stage.set()
  host = new URL(stage.lectern.address).host
  await stage.add('Harbour', harbour())
  stage.ollama.say((id) => `The first half [${id(REVENUE)}] ${HOLD}and the rest.`)
  await stage.ask('What does @Harbour say about revenue?')
  await stage.written('The first half')
})
after(() => stage.close())

const pictures = process.env.LECTERN_PICTURES

async function picture(name) {
  if (!pictures) return
  mkdirSync(pictures, { recursive: true })
  for (const width of [1440, 760]) {
    await stage.page.setViewportSize({ width, height: 900 })
    for (const colorScheme of ['dark', 'light']) {
      await stage.page.emulateMedia({ colorScheme })
      await stage.page.screenshot({ path: join(pictures, `${colorScheme}-${name}-${width}.png`) })
    }
  }
  await stage.page.setViewportSize({ width: 1440, height: 900 })
}

const banner = () => stage.test('gone')
const green = () => stage.page.locator('footer .dot.on').count()

test('the page says within two seconds that the program is gone, and keeps what is typed', async () => {
  assert.equal(await green(), 1)
  stage.deaf = true // the browser says each time that nobody answers
  await stage.lectern.stop('SIGKILL')
  const began = Date.now()
  await banner().waitFor({ timeout: 2000 })
  console.log(`told after ${Date.now() - began} ms`)
  assert.match(await banner().innerText(), /^Lectern isn't running any more\. Your drafts are kept\. Trying again …$/)
  assert.equal(await green(), 0)
  const turning = stage.page.locator('.spin')
  assert.ok(await turning.count() >= 2)
  for (const one of await turning.all()) assert.equal(await one.evaluate((it) => getComputedStyle(it).animationPlayState), 'paused')
  assert.match(await stage.turn().getByTestId('trace').innerText(), /Lectern isn't running/)
  assert.match(await stage.talk('What does').innerText(), /waiting/)
  await stage.test('composer').fill('And the people?')
  await stage.page.keyboard.press('Enter')
  assert.equal(await stage.test('composer').inputValue(), 'And the people?', 'nothing is sent to nobody')
  assert.equal(await stage.page.locator('article').count(), 1)
  await picture('gone')
})

test('it is back at the same address: the page goes on by itself', async () => {
  stage.ollama.say((id) => `Written anew [${id(REVENUE)}] to the end.`)
  assert.equal(await stage.lectern.serve(host), stage.lectern.address)
  await banner().waitFor({ state: 'detached' })
  stage.deaf = false
  await until('the dot is green', async () => (await green()) === 1)
  await stage.ended('answered')
  await stage.written('to the end.')
  assert.equal(await stage.test('composer').inputValue(), 'And the people?')
  stage.ollama.say('They are happy.')
  await stage.test('send').click()
  await until('it is asked', async () => (await stage.page.locator('article').count()) === 2)
  await stage.ended('answered')
  await stage.talk('What does Harbour say').waitFor()
})

test('one that is stuck is told like one that is gone, and the page goes on when it does', async () => {
  stage.lectern.signal('SIGSTOP')
  const began = Date.now()
  await banner().waitFor({ timeout: 2500 })
  console.log(`told after ${Date.now() - began} ms`)
  assert.ok(Date.now() - began < 2300)
  stage.lectern.signal('SIGCONT')
  await banner().waitFor({ state: 'detached' })
  await until('the dot is green', async () => (await green()) === 1)
})

test('a start of its own doesn’t know the page, which says what to do', async () => {
  stage.deaf = true
  await stage.lectern.stop()
  await banner().waitFor({ timeout: 2000 })
  const before = stage.lectern.address
  assert.notEqual(await stage.lectern.serve(host), before)
  await until('the page says so', async () => /doesn't know this tab\. Open the address that it printed\.$/.test(await banner().innerText()))
  await picture('refused')
  await stage.visit()
  assert.equal(await banner().count(), 0)
})
