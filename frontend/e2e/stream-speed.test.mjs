// An answer of 2,000 tokens, a hundred a second, into a conversation with long answers and a library of 300 documents: what
// the page's main thread does meanwhile. It prints what it measured.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { lines, pdf } from './pdf.mjs'
import { Stage } from './stage.mjs'

const [DOCUMENTS, TOKENS, EACH_MILLIS] = [300, 2000, 10]
/** Seconds of the main thread, and tasks that work there for more than 50 ms. Both are counted as the thread works: what other programs take of the processor says nothing of this one. */
const [BUSY, LONG, TASK_MILLIS] = [7, 0, 50]

let stage, page
before(async () => {
  stage = await Stage.set()
  page = stage.page
})
after(() => stage.close())

/** Markdown as models write it, of so many words. */
function written(words, id) {
  const out = []
  for (let i = 0, n = 0; n < words; i++) {
    const sentence = Array.from({ length: 14 }, (_, k) => `word${(i * 31 + k * 7) % 89}`).join(' ')
    n += 15
    out.push(i % 9 === 0 ? `\n\n## Part ${i}\n\n` : i % 9 === 4 ? `\n- ${sentence} [${id}].\n` : i % 9 === 7 ? `\n\n| Year | Sales |\n|--|--:|\n| 20${10 + (i % 15)} | ${i},000 |\n\n` : `${i % 3 ? '' : '**Note.** '}${sentence} [${id}]. `)
  }
  return out.join('')
}

test('a library of 300 documents is there, and four long answers', async () => {
  const files = Array.from({ length: DOCUMENTS }, (_, i) => stage.file(`Log ${String(i).padStart(3, '0')}.pdf`, pdf([lines(`# Log ${i}`, '', `The ship sailed on day ${i}.`)])))
  await stage.upload(...files)
  const end = Date.now() + 300_000
  const ready = () => page.evaluate(async () => (await window.go.main.App.Documents()).filter(({ state }) => state === 'ready').length)
  while ((await ready()) < DOCUMENTS) {
    assert.ok(Date.now() < end, `${await ready()} documents are ready`)
    await new Promise((next) => setTimeout(next, 500))
  }
  for (let i = 0; i < 4; i++) {
    stage.ollama.say((id) => written(900, id('The ship sailed on day 7.')))
    await stage.ask(`What happened on day 7, told for the ${i + 1}. time, of @"Log 007"?`)
    await stage.ended('answered')
  }
})

/** What was traced of the page's main thread: how long each task worked there, in milliseconds. */
function tasks(trace) {
  const { traceEvents: all } = JSON.parse(trace)
  const main = all.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(({ pid, tid }) => `${pid} ${tid}`)
  return all.filter(({ name, ph, pid, tid, tdur }) => ph === 'X' && tdur && name === 'RunTask' && main.includes(`${pid} ${tid}`)).map(({ tdur }) => tdur / 1000)
}

test('a long answer streams without holding the page', async () => {
  stage.ollama.say((id) => ({ text: written(TOKENS, id('The ship sailed on day 7.')), pause: EACH_MILLIS }))
  await stage.ask('And all of it once more, of @"Log 007"?')
  await stage.written('Part 0')
  await stage.browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] })
  const since = Date.now()
  // The page tells by itself when it is done: asking again and again would hold it, too.
  await page.evaluate(() => new Promise((done) => {
    const turn = [...document.querySelectorAll('article[data-status]')].at(-1)
    const watcher = new MutationObserver(() => {
      if (turn.dataset.status === 'running') return
      watcher.disconnect()
      setTimeout(done, 1000)
    })
    watcher.observe(turn, { attributes: true, attributeFilter: ['data-status'] })
  }))
  const took = (Date.now() - since) / 1000
  const all = tasks((await stage.browser.stopTracing()).toString())
  const held = all.reduce((sum, worked) => sum + worked, 0) / 1000
  const long = all.filter((worked) => worked > TASK_MILLIS).map(Math.round)
  console.log(`${TOKENS} tokens in ${took.toFixed(1)} s: ${held.toFixed(1)} s of the main thread in ${all.length} tasks; the longest ${Math.round(Math.max(...all))} ms`)
  assert.ok(all.length > 100, 'the main thread was traced')
  assert.ok(long.length <= LONG, JSON.stringify(long))
  assert.ok(held <= BUSY, `${held} s`)
})
