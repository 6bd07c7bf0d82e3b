// Settings that act on the page and on the data folder: found by their words, at work at once, in every page alike; a
// backup that is written, and takes everything back.
import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sound } from './axe.mjs'
import { freePort } from './lectern.mjs'
import { lines, pdf } from './pdf.mjs'
import { Stage, until } from './stage.mjs'

let stage
before(async () => (stage = await Stage.set()))
after(() => stage.close())

const settings = () => stage.test('settings')
const group = (name) => settings().getByRole('tab', { name })
const field = (name) => settings().getByLabel(name, { exact: true })
const root = (what) => stage.page.evaluate((what) => document.documentElement.dataset[what], what)
const open = async (name) => {
  await stage.page.keyboard.press('Control+,')
  if (name) await group(name).click()
}
const shut = async () => {
  await stage.page.keyboard.press('Escape')
  await settings().waitFor({ state: 'detached' })
}
const command = async (text) => {
  await stage.page.keyboard.press('Control+k')
  await stage.test('palette').getByRole('combobox').fill(text)
  await stage.page.keyboard.press('Enter')
}

test('each group is sound in both themes', async () => {
  await stage.add('Lease', pdf([lines('The notice period is three months.')]))
  await open()
  for (const colorScheme of ['light', 'dark']) {
    await stage.page.emulateMedia({ colorScheme })
    for (const name of ['General', 'Models', 'Answers', 'Look', 'Privacy', 'Data']) {
      await group(name).click()
      await stage.page.waitForTimeout(200)
      if (process.env.LECTERN_PICTURES) await stage.page.screenshot({ path: join(process.env.LECTERN_PICTURES, `${colorScheme}-settings-${name.toLowerCase()}.png`), animations: 'disabled' })
      await sound(stage.page, `settings, ${name}, ${colorScheme}`)
    }
  }
  await stage.page.emulateMedia({ colorScheme: 'light' })
})

test('in a small window everything of a group is within reach', async () => {
  for (const [width, height] of [[700, 600], [420, 700]]) {
    await stage.page.setViewportSize({ width, height })
    for (const name of ['Models', 'Data']) {
      await group(name).click()
      assert.equal(await stage.test(`settings-${name.toLowerCase()}`).evaluate((panel) => panel.scrollWidth <= panel.clientWidth), true, `${name}, ${width}`)
      if (process.env.LECTERN_PICTURES) await stage.page.screenshot({ path: join(process.env.LECTERN_PICTURES, `light-settings-${name.toLowerCase()}-${width}.png`), animations: 'disabled' })
    }
  }
  await stage.page.setViewportSize({ width: 1440, height: 900 })
})

test('the groups are walked with the arrow keys', async () => {
  await group('Data').focus()
  await stage.page.keyboard.press('ArrowDown')
  assert.equal(await group('General').getAttribute('aria-selected'), 'true')
  await stage.page.keyboard.press('ArrowUp')
  assert.equal(await group('Data').evaluate((tab) => tab === document.activeElement), true)
})

test('a setting is found by what it says, or what else it is called', async () => {
  await field('Find a setting').fill('dark')
  await settings().getByText('Theme', { exact: true }).waitFor()
  assert.ok(await settings().getByRole('status').filter({ hasText: /found/ }).count())
  assert.equal(await field('Ollama address').isVisible(), false)
  if (process.env.LECTERN_PICTURES) await stage.page.screenshot({ path: join(process.env.LECTERN_PICTURES, 'light-settings-found.png'), animations: 'disabled' })
  await field('Find a setting').fill('submarine')
  await settings().getByText('No setting is called so.').waitFor()
})

test('theme and text size are seen at once, and kept', async () => {
  await field('Find a setting').fill('theme')
  await settings().getByText('Dark', { exact: true }).click()
  assert.equal(await root('theme'), 'dark')
  const background = await stage.page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  assert.equal(background, 'rgb(22, 22, 20)')
  await group('Look').click()
  const before = await settings().getByText('Text size', { exact: true }).evaluate((label) => parseFloat(getComputedStyle(label).fontSize))
  await settings().getByText('Larger', { exact: true }).click()
  const now = await settings().getByText('Text size', { exact: true }).evaluate((label) => parseFloat(getComputedStyle(label).fontSize))
  assert.equal(now / before, 1.25)
  if (process.env.LECTERN_PICTURES) await stage.page.screenshot({ path: join(process.env.LECTERN_PICTURES, 'dark-settings-larger.png'), animations: 'disabled' })
  await shut()
  await stage.restart()
  await until('the page looks as it did', async () => (await root('theme')) === 'dark' && (await root('text')) === 'larger')
  if (process.env.LECTERN_PICTURES) await stage.page.screenshot({ path: join(process.env.LECTERN_PICTURES, 'dark-larger.png'), animations: 'disabled' })
})

test('the palette has the themes, and every group of settings', async () => {
  await command('theme light')
  await until('the page is light', async () => (await root('theme')) === 'light')
  await command('settings: privacy')
  await settings().getByText('Nothing leaves this computer.').waitFor()
  await open('Look')
  await settings().getByText('Usual', { exact: true }).click()
  await until('the text is as usual', async () => (await root('text')) === '')
})

test('an address is tested before it is used', async () => {
  await group('Models').click()
  await settings().getByRole('button', { name: 'Test: Ollama address' }).click()
  await settings().getByText(/^Ollama .* at 127\.0\.0\.1:\d+ · 2 models · answers in \d+ ms$/).waitFor()
  const dead = `127.0.0.1:${await freePort()}`
  await field('Embedding address').fill(dead)
  await settings().getByRole('button', { name: 'Test: Embedding address' }).click()
  await settings().getByText(`Ollama isn't running at ${dead}.`, { exact: false }).or(settings().getByText(`No Ollama found at ${dead}.`)).first().waitFor()
  await field('Embedding address').fill('')
  await field('Embedding address').blur()
})

test('how long a model stays loaded is told to Ollama from the next question on', async () => {
  await settings().getByText('Always', { exact: true }).click()
  await until('it is kept', () => stage.page.evaluate(async () => (await window.go.main.App.Settings()).keep === 'always'))
  await shut()
  stage.ollama.say('Hello.')
  await stage.ask('Hello!')
  await stage.ended('answered')
  assert.equal(Number.parseFloat(stage.ollama.chats.at(-1).keep_alive) < 0, true, JSON.stringify(stage.ollama.chats.at(-1).keep_alive))
})

test('compacting says what it won', async () => {
  await open('Data')
  await settings().getByText(/ in all$/).waitFor()
  await settings().getByRole('button', { name: 'Compact now' }).click()
  await settings().getByText(/ won\. The databases take |^Nothing to win: /).waitFor()
})

let backup

test('a backup is written into one file', async () => {
  const download = stage.page.waitForEvent('download')
  await settings().getByRole('button', { name: 'Back up…' }).click()
  const file = await download
  assert.match(file.suggestedFilename(), /^Lectern \d{4}-\d\d-\d\d\.zip$/)
  backup = join(stage.lectern.dir, 'backup.zip')
  await file.saveAs(backup)
  assert.ok(statSync(backup).size > 1000)
  assert.equal(readFileSync(backup).subarray(0, 2).toString(), 'PK')
  await settings().getByText('The backup is among your downloads.').waitFor()
})

test('what is no whole backup is refused with a sentence', async () => {
  const half = stage.file('half.zip', readFileSync(backup).subarray(0, 5000))
  stage.deaf = true // the browser says so, too
  await stage.test('backup-file').setInputFiles(half)
  await settings().getByText('it is no whole backup of Lectern, and nothing was changed').waitFor()
  stage.deaf = false
})

test('a backup is looked through, and restored when the person wants that', async () => {
  await shut()
  await stage.add('Will', pdf([lines('All goes to the cat.')]))
  await stage.remove(stage.row('Lease'))
  await stage.row('Lease').waitFor({ state: 'detached' })
  await open('Data')
  await stage.test('backup-file').setInputFiles(backup)
  await stage.test('found-backup').getByText(/^A whole backup of .*: 1 document and 1 conversation, /).waitFor()
  if (process.env.LECTERN_PICTURES) await stage.page.screenshot({ path: join(process.env.LECTERN_PICTURES, 'light-settings-restore.png'), animations: 'disabled' })
  await sound(stage.page, 'a backup that was found')
  await stage.test('found-backup').getByRole('button', { name: 'Cancel' }).click()
  await stage.test('found-backup').waitFor({ state: 'detached' })
  assert.equal(await stage.row('Will').count(), 1)
  await stage.test('backup-file').setInputFiles(backup)
  await stage.test('found-backup').getByRole('button', { name: 'Restore it' }).click()
  await stage.row('Lease').waitFor()
  assert.equal(await stage.row('Will').count(), 0)
  await stage.talk('Hello').waitFor()
  stage.ollama.say('Hello again.')
  await stage.ask('Hello again!')
  await stage.ended('answered')
})

test('what it took the place of is set aside until it is deleted', async () => {
  await open('Data')
  await settings().getByText(/ set aside$/).waitFor()
  await settings().getByRole('button', { name: 'Delete…' }).click()
  await settings().getByRole('button', { name: 'Delete', exact: true }).click()
  await settings().getByText(/ set aside$/).waitFor({ state: 'detached' })
})
