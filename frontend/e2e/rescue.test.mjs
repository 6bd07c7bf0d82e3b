// A library whose database is lost: the window says so, and makes it anew from the PDFs.
import assert from 'node:assert/strict'
import { readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { bothThemes } from './axe.mjs'
import { harbour, lease } from './samples.mjs'
import { Stage } from './stage.mjs'

let stage, backup
before(async () => {
  stage = await Stage.set()
  await stage.add('Harbour', harbour())
  backup = join(stage.lectern.dir, 'backup.zip')
  await stage.lectern.run('backup', backup)
  await stage.add('Lease', lease())
})
after(() => stage.close())

const look = (name) => bothThemes(stage.page, name)

test('a document is removed, and its words are wiped off the disk at once', async () => {
  await stage.choose(stage.row('Lease'), 'Wipe off the disk…')
  await look('remove')
  await stage.page.getByRole('button', { name: 'Remove and wipe' }).click()
  await stage.row('Lease').waitFor({ state: 'detached' })
  await stage.add('Lease', lease())
})

test('a damaged library is said, with what is still there', async () => {
  stage.leave()
  await stage.lectern.stop()
  truncateSync(join(stage.lectern.env.LECTERN_HOME, 'library.db'), 10_000)
  await stage.lectern.serve()
  await stage.page.goto(stage.lectern.address)
  await stage.test('rescue').waitFor()
  const words = await stage.test('rescue').innerText()
  assert.match(words, /Your 2 PDFs are still there, and nothing was changed/)
  assert.match(words, /library\.db/)
  assert.equal(await stage.test('composer').count(), 0)
  await look('rescue')
})

test('a backup takes its place', async () => {
  await stage.page.getByTestId('rescue-backup').setInputFiles(backup)
  await stage.test('composer').waitFor()
  stage.deaf = false
  await stage.state('Harbour', 'ready')
  assert.equal(await stage.row('Lease').count(), 0, 'it was added later')
  await stage.add('Lease', lease())
})

test('it is made anew, and asked as before', async () => {
  stage.leave()
  await stage.lectern.stop()
  truncateSync(join(stage.lectern.env.LECTERN_HOME, 'library.db'), 10_000)
  await stage.lectern.serve()
  await stage.page.goto(stage.lectern.address)
  await stage.button('Make it anew').click()
  await stage.test('composer').waitFor()
  stage.deaf = false
  await stage.state('Harbour', 'ready')
  await stage.state('Lease', 'ready')
  assert.ok(readdirSync(join(stage.lectern.env.LECTERN_HOME, 'quarantine')).some((name) => name.endsWith('library.db')))
  stage.ollama.say((id) => `The notice period is three months [${id('three months')}].`)
  await stage.ask('What is the notice period of the lease?')
  await stage.ended('answered')
  await stage.restart()
  await stage.state('Lease', 'ready')
})

test('a file that is damaged itself is said, where the state of things is told', async () => {
  stage.leave()
  await stage.lectern.stop()
  const folder = join(stage.lectern.env.LECTERN_HOME, 'files')
  writeFileSync(join(folder, readdirSync(folder).find((name) => name.endsWith('.pdf'))), 'not what it was')
  rmSync(join(stage.lectern.env.LECTERN_HOME, 'library.db'))
  await stage.lectern.serve()
  await stage.page.goto(stage.lectern.address)
  await stage.button('Make it anew').click()
  await stage.test('trouble').waitFor()
  await stage.test('trouble').locator('summary').click()
  assert.match(await stage.test('trouble').innerText(), /isn't what it was when it was added/)
  await look('trouble')
})
