// The window of the desktop program: it opens, takes a drop, answers, shows the page, is there once, and goes on after
// it was closed.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { PROGRAM } from '../lectern.mjs'
import { HOLD, Ollama } from '../ollama.mjs'
import { harbour, REVENUE } from '../samples.mjs'
import { until } from '../stage.mjs'
import { Desktop, Window } from './window.mjs'

const pictures = process.env.LECTERN_PICTURES || mkdtempSync(join(tmpdir(), 'lectern-pictures-'))
let desktop
let ollama
let window

before(async () => {
  mkdirSync(pictures, { recursive: true })
  console.log(`Pictures are in ${pictures}`)
  desktop = await Desktop.open()
  ollama = await Ollama.start()
  window = new Window(desktop, ollama.host)
  // Stands for the system's way to open things: it notes what.
  writeFileSync(join(window.dir, 'xdg-open'), '#!/bin/sh\necho "$1" >> "$0.said"\n', { mode: 0o755 })
  window.env.PATH = `${window.dir}:${window.env.PATH}`
})
after(async () => {
  await window.close()
  await ollama.stop()
  await desktop.close()
})

const picture = (name) => desktop.tool('import', '-window', 'root', join(pictures, `${name}.png`))
const status = (wanted) => window.until(`the answer is ${wanted}`, `[...document.querySelectorAll('article')].at(-1)?.dataset.status === '${wanted}'`)
const answer = () => window.run('return [...document.querySelectorAll("[data-testid=answer]")].at(-1)?.innerText ?? ""')
const written = (words) => until(`“${words}” is written`, async () => (await answer()).includes(words))

/** How many colours the display shows: a page that did not paint has hardly any. */
async function colours() {
  const { stdout } = await desktop.tool('import', '-window', await window.id(), '-format', '%k', 'info:-')
  return Number(stdout)
}

test('the window opens and its page paints', async () => {
  await window.open()
  await until('the window shows more than a plain colour', async () => (await colours()) > 100)
  assert.equal(await window.run('return document.fonts.check("15px Inter Variable")'), true)
  assert.equal(await window.run('return (await window.go.main.App.Status()).browser'), false)
  assert.equal(await window.text('h1'), 'Ask your PDFs')
  await picture('start')
})

test('a file that is dropped is read, and the window stays on its page', async () => {
  const address = await window.run('return location.href')
  const path = join(window.dir, 'Harbour report é.pdf')
  writeFileSync(path, harbour())
  await desktop.drop(700, 400, path)
  await window.until('the document is ready', `document.querySelector('[data-testid=document-row]')?.dataset.state === 'ready'`)
  assert.equal(await window.run('return (await window.go.main.App.Documents())[0].path'), path)
  assert.equal(await window.run('return location.href'), address)
  assert.equal(await window.run('return document.querySelectorAll(".overlay").length'), 0)
})

test('an answer streams and its citation opens the page with a mark', async () => {
  ollama.say((id) => `Revenue rose to 41.7 million [${id(REVENUE)}]. ${HOLD}So it says, and $\\frac{41.7}{36.2} = 1.15$.`)
  await window.ask('How did revenue develop in @"Harbour report é"?')
  await written('41.7 million')
  await status('running')
  ollama.go()
  await status('answered')
  await window.until('the formula is set', `!!document.querySelector('.katex')`)
  await window.click('[data-testid=citation-chip]')
  await window.until('the page has its mark', `!!document.querySelector('[data-testid=page-mark]')`)
  const { mark, words, ink } = await window.run(`
    const canvas = document.querySelector('[data-testid=page-canvas]')
    const span = [...document.querySelectorAll('.textLayer span')].find((one) => one.textContent.startsWith('Revenue rose'))
    const box = (element) => { const { left, top, width, height } = element.getBoundingClientRect(); return [left, top, width, height] }
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
    let ink = 0
    for (let i = 0; i < data.length; i += 4) if (data[i] + data[i + 1] + data[i + 2] < 300) ink++
    return { mark: box(document.querySelector('[data-testid=page-mark]')), words: box(span), ink }`)
  mark.forEach((side, i) => assert.ok(Math.abs(side - words[i]) <= 3, `the mark ${mark} is not on its words ${words}`))
  assert.ok(ink > 200, `the page is drawn (${ink} dark points)`)
  await picture('source')
})

test('a second start ends at once and leaves the first window', async () => {
  const windows = async () => (await desktop.tool('xdotool', 'search', '--onlyvisible', '--name', '^Lectern$')).stdout.trim().split('\n').sort()
  const before = await windows()
  const second = spawn(PROGRAM, [], { env: window.env, stdio: 'ignore' })
  const [code] = await once(second, 'exit')
  assert.notEqual(code, null)
  assert.equal(window.process.exitCode, null)
  assert.deepEqual(await windows(), before)
  assert.equal(await window.text('[data-testid=document-row] .name'), 'Harbour report é')
})

test('without a message bus it does, too, and hands its files over', async () => {
  const path = join(window.dir, 'Second.pdf')
  writeFileSync(path, harbour())
  const second = spawn(PROGRAM, [path], { env: { ...window.env, DBUS_SESSION_BUS_ADDRESS: 'disabled:' }, stdio: 'ignore' })
  assert.deepEqual(await once(second, 'exit'), [0, null])
  assert.equal(window.process.exitCode, null)
  await window.until('it is told that the file is there already', `document.querySelector('[data-testid=toast]')?.innerText.includes('Already in your library')`)
})

test('a command in a terminal is done by the window', async () => {
  const said = spawn(PROGRAM, ['list'], { env: window.env, stdio: ['ignore', 'pipe', 'inherit'] })
  let out = ''
  said.stdout.on('data', (part) => (out += part))
  assert.deepEqual(await once(said, 'close'), [0, null])
  assert.match(out, /✓ Harbour report é: 2 pages/)
})

test('the address of a link is asked for, not followed', async () => {
  ollama.say('See [the site](https://example.org/) and <img src=x onerror="document.title=1">.')
  await window.ask('Where is @"Harbour report é" from?')
  await written('See the site')
  await status('answered')
  await window.run(`document.querySelectorAll('[data-href]').forEach((link) => link.click())`)
  await window.until('it asks', `document.querySelector('dialog')?.innerText.includes('example.org')`)
  await window.run(`document.querySelector('dialog .button').click()`)
  assert.equal(await window.run('return document.title'), 'Lectern')
})

test('the files of a report are opened with the system’s own programs, and one that is gone is said', async () => {
  const choose = async (workflow) => {
    await window.click('[aria-label^="How thoroughly to work"]')
    await window.until('the menu is open', `!!document.querySelector('[role=menuitemradio]')`)
    await window.run(`[...document.querySelectorAll('[role=menuitemradio]')].find((entry) => entry.innerText.startsWith('${workflow}')).click()`)
  }
  const press = (name) => window.run(`[...document.querySelectorAll('[data-testid=report] button')].find((button) => button.innerText.trim() === '${name}').click()`)
  const opened = (count) => until(`${count} are opened`, () => {
    try {
      const all = readFileSync(join(window.dir, 'xdg-open.said'), 'utf8').trim().split('\n')
      return all.length === count && all
    } catch {
      return false
    }
  })
  await choose('Report')
  ollama.say('Revenue rose to 41.7 million in 2024 [S1].')
  await window.ask('How did revenue develop in @"Harbour report é"?')
  await window.until('the report is there', `!!document.querySelector('[data-testid=report]')`)
  await picture('report')
  await press('Open PDF')
  await opened(1)
  await press('Show folder')
  const [pdf, folder] = await opened(2)
  assert.equal(readFileSync(pdf).subarray(0, 5).toString(), '%PDF-')
  assert.ok(statSync(folder).isDirectory() && pdf === join(folder, 'report.pdf'))
  rmSync(folder, { recursive: true })
  await press('Open PDF')
  await window.until('it is said', `document.querySelector('[data-testid=toast]')?.innerText.includes('is not there any more')`)
  await opened(2)
  await choose('Chat')
})

test('a window that is closed in mid answer goes on when it is opened again', async () => {
  ollama.say(`The first half ${HOLD}never comes.`)
  await window.ask('What does @"Harbour report é" say?')
  await written('The first half')
  await window.run('window.runtime.WindowSetSize(1000, 700)')
  await window.until('it is that large', 'innerWidth === 1000')
  await window.shut()
  ollama.say((id) => `It goes on [${id(REVENUE)}] ${HOLD}to the end.`)
  await window.open()
  await window.until('it is as large as it was', 'innerWidth === 1000')
  await window.until('the conversation is listed', `!!document.querySelector('[data-testid=conversation-row]')`)
  await window.click('[data-testid=conversation-row] button')
  await written('It goes on')
  await status('running')
  ollama.go()
  await status('answered')
  assert.match((await answer()).trim(), /^It goes on\s*1\s*to the end\.$/)
  await picture('again')
  await window.shut()
})
