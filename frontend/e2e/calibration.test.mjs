// What scores mean: measured in the background from the library, shown in Settings, kept.
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { EMBED } from './ollama.mjs'
import { lines, pdf } from './pdf.mjs'
import { Stage, until } from './stage.mjs'
import { sound } from './axe.mjs'

let stage
before(async () => (stage = await Stage.set()))
after(() => stage.close())

const row = () => stage.test('scale')
const said = () => row().innerText()

async function open() {
  await stage.settings('Answers')
  await row().getByRole('button', { name: 'Measure again' }).waitFor()
}

const close = async () => {
  await stage.page.keyboard.press('Escape')
  await stage.test('settings').waitFor({ state: 'detached' })
}

const SUBJECTS = ['harbour crane mooring pilot tide anchor', 'orchard apple graft blossom ladder cider', 'violin bow string scroll varnish luthier', 'glacier moraine crevasse firn serac melt', 'theatre curtain prompter stage gallery mask', 'bakery oven dough yeast crust flour']

/** A book whose chapters, of ten pages, have words of their own. */
const book = () => pdf(Array.from({ length: 60 }, (_, page) => {
  const words = SUBJECTS[Math.floor(page / 10)].split(' ')
  const word = (n) => words[(n * 7 + page * 3 + (n >> 2)) % words.length]
  return lines(...Array.from({ length: 6 }, (_, line) => `The ${word(line)} and the ${word(line + 3)} of page ${page * 6 + line} need a ${word(line + 5)} in season ${page % 4}.`))
}))

test('a small library says that it was not measured', async () => {
  await open()
  await until('it says so', async () => /too few passages|not measured yet/.test(await said()))
  assert.equal(await row().getByRole('img').count(), 0)
  await close()
})

test('a library that has become large enough is measured, without being told to', async () => {
  await stage.add('Book', book())
  await until('it is measured', async () => {
    await open()
    const there = (await row().getByRole('img').count()) === 1
    await close()
    return there
  })
  await open()
  assert.match(await said(), new RegExp(`From [\\d,]+ pairs of passages, for ${EMBED}, on \\d+ \\w+ \\d{4}\\.`))
  const alternative = await row().getByRole('img').getAttribute('aria-label')
  const [, at] = /kept from a similarity of (0\.\d\d) on, which scores 0\.60/.exec(alternative)
  assert.ok(Number(at) > 0 && Number(at) < 1, alternative)
  await close()
})

test('it is measured again when the person wants it, and kept over a restart', async () => {
  await open()
  await row().getByRole('button', { name: 'Measure again' }).click()
  await row().getByRole('button', { name: 'Measure again', disabled: false }).waitFor()
  const before = await said()
  await close()
  await stage.restart()
  await open()
  await row().getByRole('img').waitFor()
  assert.equal(await said(), before)
  await close()
})

for (const theme of ['light', 'dark']) {
  test(`${theme}: how it looks`, async () => {
    await stage.page.emulateMedia({ colorScheme: theme })
    await open()
    await row().getByRole('img').waitFor()
    await row().scrollIntoViewIfNeeded()
    const pictures = process.env.LECTERN_PICTURES
    if (pictures) {
      mkdirSync(pictures, { recursive: true })
      await stage.page.screenshot({ path: join(pictures, `${theme}-settings-scale.png`), animations: 'disabled' })
    }
    await sound(stage.page, `what scores mean, ${theme}`)
    await close()
  })
}

test('without a model that finds, the words are measured', async () => {
  stage.ollama.models = stage.ollama.models.filter((name) => name !== EMBED)
  await stage.page.evaluate(() => window.go.main.App.LookAgain())
  await open()
  await until('the words are told', async () => /share of a question's words of 0\.\d\d on/.test(await said()))
  assert.match(await said(), /for the search by words, on/)
  await close()
})
