// Makes pictures of every screen in each theme and language, and sheets with all of them side by side:
// node e2e/contact-sheet.mjs [language …]. They are in build/contact-sheet; index.html shows them as links.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import { build } from './run.mjs'

const THEMES = ['light', 'dark']
/** Screens on a sheet: more make a picture that nobody can look at. */
const ROWS = 6

const out = process.env.LECTERN_PICTURES || fileURLToPath(new URL('../../build/contact-sheet/', import.meta.url))
const dir = mkdtempSync(join(tmpdir(), 'lectern-contact-sheet-'))
if (!process.env.LECTERN_BIN) build((process.env.LECTERN_BIN = join(dir, 'lectern')))
process.env.LECTERN_E2E_CACHE ??= join(dir, 'cache')
const { Stage } = await import('./stage.mjs')
const { LANGUAGES, walk } = await import('./walk.mjs')

const languages = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(LANGUAGES)
const columns = languages.flatMap((language) => THEMES.map((theme) => `${language}-${theme}`))
const screens = []
rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })
for (const language of languages) {
  const stage = await Stage.set({ ollama: false, locale: LANGUAGES[language], reducedMotion: 'reduce' })
  await walk(stage, language, async (name) => {
    if (!screens.includes(name)) screens.push(name)
    for (const colorScheme of THEMES) {
      await stage.page.emulateMedia({ colorScheme })
      await stage.page.screenshot({ path: join(out, `${name}-${language}-${colorScheme}.png`), animations: 'disabled' })
    }
  })
  await stage.close()
}

const row = (screen) => `<tr><th>${screen}</th>${columns.map((one) => `<td><a href="${screen}-${one}.png"><img src="${screen}-${one}.png" alt="${screen}, ${one}" loading="lazy"></a></td>`).join('')}</tr>`
const table = (rows) => `<!doctype html><meta charset="utf-8"><title>Contact sheet</title><style>
  body { margin: 12px; background: #8a8a88; font: 13px system-ui } th { text-align: left; vertical-align: top } img { width: 460px; height: 288px; object-fit: contain; display: block }
</style><table><tr><th></th>${columns.map((one) => `<th>${one}</th>`).join('')}</tr>${rows.map(row).join('')}</table>`
writeFileSync(join(out, 'index.html'), table(screens))

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] })
const page = await browser.newPage()
for (let i = 0; i < screens.length; i += ROWS) {
  const sheet = join(out, `sheet-${String(1 + i / ROWS).padStart(2, '0')}`)
  writeFileSync(`${sheet}.html`, table(screens.slice(i, i + ROWS)).replaceAll(' loading="lazy"', ''))
  await page.goto(pathToFileURL(`${sheet}.html`).href)
  await page.setViewportSize({ width: await page.evaluate(() => document.documentElement.scrollWidth), height: 600 })
  await page.screenshot({ path: `${sheet}.png`, fullPage: true })
  rmSync(`${sheet}.html`)
}
await browser.close()
rmSync(dir, { recursive: true, force: true })
console.log(`${screens.length} screens in ${columns.length} looks are in ${out}`)
