// A stage for one story: a scripted Ollama, the program in browser mode and a page in Chromium, watched for anything
// that should never happen.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { Lectern, freePort } from './lectern.mjs'
import { Ollama } from './ollama.mjs'

/** Milliseconds that are waited for what must come. How soon it comes is for the stories that measure. */
export const MOST = 60_000

export class Stage {
  /** What must stay empty: faults of the page, requests to elsewhere, dialogs, other windows. */
  wrong = []

  /** `ollama: false` leaves it off, at an address where `ollama.start()` can bring it up; a string is a real one's address. */
  static async set({ ollama = true, ...look } = {}) {
    const stage = new Stage()
    stage.ollama = new Ollama()
    stage.ollama.port = await freePort()
    if (ollama === true) await stage.ollama.start()
    stage.lectern = new Lectern(typeof ollama === 'string' ? ollama : stage.ollama.host)
    const [browser] = await Promise.all([
      chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] }),
      stage.lectern.serve(),
    ])
    stage.browser = browser
    await stage.newPage(look)
    await stage.visit()
    return stage
  }

  async newPage(look = {}) {
    await this.context?.close()
    this.context = await this.browser.newContext({ viewport: { width: 1440, height: 900 }, permissions: ['clipboard-read', 'clipboard-write'], ...look })
    this.context.setDefaultTimeout(MOST)
    this.context.on('request', (request) => {
      if (/^(data|blob):/.test(request.url())) return
      const { host } = new URL(request.url())
      if (host === this.left && this.deaf) return // the page looks for the server that it came from until it is led to the next
      if (host !== new URL(this.lectern.address).host) this.wrong.push(`request to ${request.url()}`)
    })
    await this.context.route((url) => /^https?:/.test(url.protocol) && url.host !== new URL(this.lectern.address).host, (route) => route.abort())
    this.context.on('page', (page) => {
      if (this.page && page !== this.page) this.wrong.push(`another window: ${page.url()}`)
    })
    this.page = undefined
    this.page = await this.context.newPage()
    this.page.on('pageerror', (error) => this.wrong.push(`page error: ${error}`))
    this.page.on('dialog', (dialog) => {
      this.wrong.push(`dialog: ${dialog.message()}`)
      void dialog.dismiss()
    })
    this.page.on('console', (message) => {
      if (/\b409 \(Conflict\)$/.test(message.text())) return // what was asked in a workspace that is left by now is refused, not done in the next
      if (message.type() === 'error' && !this.deaf) this.wrong.push(`console: ${message.text()}`)
    })
  }

  /** Opens the address that the server printed, as a person does. */
  async visit() {
    await this.page.goto(this.lectern.address)
    await this.page.getByTestId('composer').waitFor()
    this.deaf = false
  }

  /** The server is about to go: the page says so, and looks for it until it is led elsewhere. */
  leave() {
    this.deaf = true
    this.left = new URL(this.lectern.address).host
  }

  /** Ends the server, and begins again on the same home: the page comes back at another address. */
  async restart(signal) {
    this.leave()
    await this.lectern.restart(signal)
    await this.visit()
  }

  async close() {
    await this.browser.close()
    await this.lectern.close()
    await this.ollama.stop()
    assert.deepEqual(this.wrong, [])
  }

  /** Puts a file into the story's folder and answers its path. */
  file(name, bytes) {
    const path = join(this.lectern.dir, name)
    writeFileSync(path, bytes)
    return path
  }

  async upload(...paths) {
    await this.page.locator('input[type=file]').setInputFiles(paths)
  }

  row = (name) => this.page.getByTestId('document-row').filter({ hasText: name })
  talk = (title) => this.page.getByTestId('conversation-row').filter({ hasText: title })
  state = (name, state) => this.page.locator(`[data-testid=document-row][data-state=${state}]`).filter({ hasText: name }).waitFor()
  turn = () => this.page.locator('article[data-status]').last()
  ended = (status) => this.turn().and(this.page.locator(`[data-status=${status}]`)).waitFor()
  test = (id) => this.page.getByTestId(id)
  button = (name) => this.page.getByRole('button', { name, exact: true })

  /** Adds a document by the file input and waits until it can be asked. */
  async add(name, bytes) {
    await this.upload(this.file(`${name}.pdf`, bytes))
    await this.state(name, 'ready')
  }

  /** Asks, and waits until the question stands in the conversation. */
  async ask(question) {
    const turns = this.page.locator('article')
    const before = await turns.count()
    await this.test('composer').fill(question)
    await this.page.keyboard.press('Enter')
    await turns.nth(before).waitFor()
  }

  answer = () => this.turn().getByTestId('answer').innerText()

  /** Waits until the answer holds words. */
  written = (words) => this.turn().getByTestId('answer').filter({ hasText: words }).waitFor()

  /** Does something that copies, and answers what it copied: another process keeps the clipboard, so it comes there later. */
  async copied(press) {
    const read = () => this.page.evaluate(() => navigator.clipboard.readText())
    const before = `nothing yet ${performance.now()}`
    await this.page.evaluate((text) => navigator.clipboard.writeText(text), before)
    await until('the clipboard is empty', async () => (await read()) === before)
    await press()
    return until('something is copied', async () => {
      const text = await read()
      return text !== before && text
    })
  }

  /** Opens a group of the settings. */
  async settings(group) {
    await this.page.keyboard.press('Control+,')
    await this.test('settings').getByRole('tab', { name: group }).click()
    await this.test(`settings-${group.toLowerCase()}`).locator('.field-row').first().waitFor()
  }

  /** Scores, ranks and what steps were given are shown from now on. */
  async internals() {
    await this.page.evaluate(async () => window.go.main.App.SaveLook({ ...(await window.go.main.App.Status()).look, internals: true }))
  }

  /** What was changed in the settings is kept; they are shut then. */
  async shutSettings() {
    await this.test('settings').getByText('Kept. Changes apply at once').waitFor()
    await this.page.keyboard.press('Escape')
    await this.test('settings').waitFor({ state: 'detached' })
  }

  /** Chooses from the menu of a row. */
  async choose(row, entry) {
    await row.hover()
    await row.getByRole('button', { name: /^More about/ }).click()
    await this.page.getByRole('menuitem', { name: entry }).click()
  }

  /** Removes or deletes by the menu of a row, for good. */
  async remove(row, entry = 'Remove') {
    await this.choose(row, entry)
    const toast = this.test('toast').filter({ has: this.page.getByRole('button', { name: 'Undo' }) }).last()
    await toast.getByRole('button', { name: 'Dismiss' }).click()
  }

  async told(words) {
    await this.test('toast').filter({ hasText: words }).first().waitFor()
  }
}

/** Waits for something that no locator can wait for. */
export async function until(what, holds) {
  const end = Date.now() + MOST
  for (;;) {
    const value = await holds()
    if (value) return value
    if (Date.now() > end) assert.fail(`waited in vain until ${what}`)
    await new Promise((next) => setTimeout(next, 30))
  }
}
