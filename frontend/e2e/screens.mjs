// Every screen in every language and both themes: what axe finds, whether anything is cut off, and whether English is left.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sound } from './axe.mjs'
import { Stage } from './stage.mjs'
import { LANGUAGES, walk } from './walk.mjs'

/** What stands on the screens in Latin letters whatever the language: names, units, keys, and the documents' own words. */
const NAMES = /tesseract-ocr(?:-\w+)?|\b(?:Lectern|Ollama|PDFs?|HTML|PNG|CSV|Excel|Markdown|OCR|URL|MCP|tesseract|OLLAMA_HOST|pull|qwen3|nomic-embed-text|scripted|letters|latest|ollama|com|github|lectern|eval|rerank|model|Ctrl|Shift|Enter|Esc|Tab|English|Deutsch|eng|osd|deu|sudo|apt|install|dev|tmp|library|[kKMG]B|US)\b/g

/** What people and documents wrote: it is in their own language. */
const THEIRS = [
  '.textLayer', '[data-testid=answer]', '[data-testid=question]', 'code', 'kbd', 'pre', 'mark', '[lang=en]', '.katex', '[data-testid=document-row]', '[data-testid=conversation-row]', '[data-testid=figure-answer]',
  '[data-testid=sample-questions]', '[data-testid=citation-card]', '[data-testid=proves]', '[data-testid=step-detail]', '[data-testid=receipt-call]', '[data-testid=hit]', '[data-testid=palette]', '[data-testid=proof]', '[data-testid=check]',
  '[data-testid=comparison]', '[data-testid=chart]', '[data-testid=tables]', '[data-testid=source-panel]', '[data-testid=details]', '[data-testid=card]', '[data-testid=research]', '[data-testid=report]', '[data-testid=checked]', '[data-testid=places]', 'main header',
  'textarea', '[data-testid=sources]',
].join()

/** Words in Latin letters that a person reads or hears. */
const latin = (page, theirs) => page.evaluate((theirs) => {
  const told = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) if (!walker.currentNode.parentElement.closest(theirs)) told.push(walker.currentNode.data)
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
    if (!element.closest(theirs)) for (const name of ['aria-label', 'title', 'placeholder', 'alt']) told.push(element.getAttribute(name) ?? '')
  return [...new Set(told)].filter((text) => /[A-Za-z]{2}/.test(text))
}, theirs)

/** Buttons, tabs and heads whose words don't fit in them, and rows that are wider than what they stand in. */
const cut = (page) => page.evaluate(() => {
  const seen = (one) => one.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) && one.getClientRects().length > 0
  const words = [...document.querySelectorAll('button, [role=tab], label, h1, h2, h3, th, legend, select')]
    .filter((one) => seen(one) && one.innerText?.trim() && one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== 'visible' && getComputedStyle(one).textOverflow !== 'ellipsis')
    .map((one) => one.innerText.slice(0, 60))
  const wide = document.documentElement.scrollWidth > innerWidth ? [`the page is ${document.documentElement.scrollWidth} wide`] : []
  return [...wide, ...words]
})

/** Looks at every screen in a language. Each has a story of its own, as it takes a while. */
export const everyScreen = (language) =>
  test(`${language}: every screen`, async () => {
    const stage = await Stage.set({ ollama: false, locale: LANGUAGES[language], reducedMotion: 'reduce' })
    const wrong = []
    await walk(stage, language, async (name) => {
      const { page } = stage
      for (const colorScheme of ['dark', 'light']) {
        await page.emulateMedia({ colorScheme })
        await sound(page, `${name}, ${language}, ${colorScheme}`).catch((found) => wrong.push(`${name}, ${colorScheme}: ${found.message.replace(/\s+/g, ' ').slice(0, 900)}`))
      }
      for (const words of await cut(page)) wrong.push(`${name}: ${words} is cut`)
      if (language !== 'ja') return
      for (const text of await latin(page, THEIRS)) {
        const left = text.replace(/How much was spent on purchases of cranes in 2024\?|Harbour report|Lindholm ferry \(sample\)|Accounts|Orchard|Lease|broken|Find the (?:revenue|staff)|The revenue rose\.|Rev\b/g, '').replace(/\S*[:/]\S*[:/]\S*|127\.0\.0\.1:\d+|0\.0\.0-scripted/g, '').replace(/「[^」]*」/g, '').replace(/Lectern (?:v?\d[\w.+-]*|[\da-f]{7,40}(?:-dirty)?)/g, '').replace(NAMES, '') // in quotation marks: what a model wrote; behind the name: a version, which may be that of a commit
        if (/[A-Za-z]{2}/.test(left)) wrong.push(`${name}: ${text.trim()}`)
      }
    })
    await stage.close()
    assert.deepEqual([...new Set(wrong)], [])
  })
