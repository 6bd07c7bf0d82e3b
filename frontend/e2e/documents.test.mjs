// Adding and removing documents, with everything that can be wrong with a file.
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { lines, pdf } from './pdf.mjs'
import { harbour, orchard, REVENUE } from './samples.mjs'
import { Stage, until } from './stage.mjs'

let stage
before(async () => (stage = await Stage.set()))
after(() => stage.close())

const rows = () => stage.test('document-row').count()

test('the same bytes twice are one document', async () => {
  await stage.add('Harbour', harbour())
  await stage.told('1 document added.') // what is added soon after is counted with it
  await stage.upload(stage.file('Harbour again.pdf', harbour()))
  await stage.told('Already in your library, as Harbour.')
  await stage.row('Harbour again').waitFor({ state: 'detached' })
  assert.equal(await rows(), 1)
  await stage.state('Harbour', 'ready')
})

for (const [name, bytes, reason] of [
  ['letter.pdf', Buffer.from('Dear Sir or Madam'), /letter\.pdf is not a PDF\. Export or print it as a PDF/],
  ['nothing.pdf', Buffer.alloc(0), /nothing\.pdf is empty/],
]) {
  test(`${name} fails with a reason and what to do`, async () => {
    await stage.upload(stage.file(name, bytes))
    const row = stage.row(name.replace('.pdf', ''))
    await stage.state(name.replace('.pdf', ''), 'failed')
    await row.getByRole('button', { name: 'Why' }).click()
    assert.match(await row.innerText(), reason)
    await stage.remove(row)
    await row.waitFor({ state: 'detached' })
  })
}

test('a folder is added by its path, and a path that leads nowhere says so', async () => {
  const { page } = stage
  const folder = join(stage.lectern.dir, 'papers')
  mkdirSync(join(folder, 'deeper'), { recursive: true })
  writeFileSync(join(folder, 'Orchard.pdf'), orchard())
  writeFileSync(join(folder, 'deeper', 'Mill.PDF'), pdf([lines('The mill grinds slowly.')]))
  writeFileSync(join(folder, 'notes.txt'), 'not for the library')
  const addByPath = async (path) => {
    await stage.button('Add documents').click()
    await page.getByRole('menuitem', { name: 'Add by path…' }).click()
    await page.getByLabel('Path of a PDF').fill(path)
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
  }
  await addByPath(`file://${folder}`)
  await stage.told('2 documents added.')
  await stage.state('Orchard', 'ready')
  await stage.state('Mill', 'ready')
  mkdirSync(join(folder, 'empty'))
  await addByPath(join(folder, 'empty'))
  await stage.told(/PDFs found/)
  await addByPath(join(folder, 'gone.pdf'))
  await stage.state('gone', 'failed')
  await stage.row('gone').getByRole('button', { name: 'Why' }).click()
  assert.match(await stage.row('gone').innerText(), /gone\.pdf is not there \(any more\)/)
  writeFileSync(join(folder, 'gone.pdf'), pdf([lines('Here it is again.')]))
  while (await stage.test('toast').count()) await stage.button('Dismiss').first().click()
  await stage.row('gone').getByRole('button', { name: 'Retry' }).click()
  await stage.state('gone', 'ready')
  await stage.told('1 document added.') // by itself: what is added soon after is told with it
  assert.equal(await stage.row('gone').count(), 1)
})

test('many files at once are all read', async () => {
  const before = await rows()
  await stage.upload(...Array.from({ length: 8 }, (_, i) => stage.file(`Part ${i}.pdf`, pdf([lines(`This is part number ${i}.`)]))))
  await stage.told('8 documents added.')
  await until('all are ready', async () => (await stage.page.locator('[data-testid=document-row][data-state=ready]').count()) === before + 8)
})

test('a document opens from its row, page by page', async () => {
  await stage.row('Harbour').getByRole('button').first().click()
  await stage.page.getByText('Page 1 of 2').waitFor()
  await stage.test('page-canvas').waitFor()
  await stage.button('Next page').click()
  await stage.page.getByText('Page 2 of 2').waitFor()
  await stage.page.getByText('The harbour office employs').waitFor({ state: 'attached' })
})

test('Ask about it puts the name into the question', async () => {
  await stage.choose(stage.row('Harbour'), 'Ask about it')
  assert.equal(await stage.test('composer').inputValue(), '@Harbour ')
  stage.ollama.say((id) => `It rose [${id(REVENUE)}].`)
  await stage.page.keyboard.type('how much revenue?')
  await stage.page.keyboard.press('Enter')
  await stage.ended('answered')
  await stage.test('citation-chip').click()
  await stage.test('page-mark').first().waitFor()
})

test('a removed document is not found any more, and its open source goes away', async () => {
  const row = stage.row('Harbour')
  await stage.choose(row, 'Wipe off the disk…')
  await row.getByRole('button', { name: 'Keep' }).click()
  assert.equal(await row.count(), 1)
  await stage.remove(row)
  await row.waitFor({ state: 'detached' })
  await stage.test('source-panel').waitFor({ state: 'detached' })

  stage.deaf = true // the document's address answers 404
  await stage.test('citation-chip').first().click()
  await stage.test('source-panel').getByText('not in the library any more').waitFor()
  assert.ok((await stage.test('source-panel').innerText()).includes(REVENUE))
  assert.equal(await stage.test('page-mark').count(), 0)
  stage.deaf = false

  stage.ollama.say('There is nothing about that.')
  await stage.ask('What does @Harbour say about revenue?')
  await stage.ended('answered')
  await stage.turn().getByTestId('trace').getByRole('button').first().click()
  assert.match(await stage.turn().innerText(), /No document is called “Harbour”/)
  assert.ok(!(await stage.turn().innerText()).includes(REVENUE))
  await stage.restart()
  assert.equal(await stage.row('Harbour').count(), 0)
})
