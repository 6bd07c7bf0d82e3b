// The real window on a display of its own. The program is built with the tag e2e, so that a test can run JavaScript in
// its page.
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { PROGRAM, environment, freePort } from '../lectern.mjs'
import { until } from '../stage.mjs'

const run = promisify(execFile)

/** Xvfb on a free display, and a message bus of its own, which the single instance needs. */
export class Desktop {
  static async open() {
    const desktop = new Desktop()
    desktop.server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
    const [display] = await once(createInterface(desktop.server.stdio[3]), 'line')
    desktop.bus = spawn('dbus-daemon', ['--config-file', fileURLToPath(new URL('bus.conf', import.meta.url)), '--nofork', '--print-address'], { stdio: ['ignore', 'pipe', 'ignore'] })
    const [address] = await once(createInterface(desktop.bus.stdout), 'line')
    desktop.env = { DISPLAY: `:${display}`, DBUS_SESSION_BUS_ADDRESS: address, NO_AT_BRIDGE: '1', GDK_BACKEND: 'x11', LANG: process.env.LECTERN_LANG ?? 'en_US.UTF-8' }
    return desktop
  }

  tool = (program, ...args) => run(program, args, { env: { ...process.env, ...this.env } })

  /** Drags files from a window at the top left and drops them where the point is. */
  async drop(x, y, ...files) {
    const source = spawn('/usr/bin/python3', [fileURLToPath(new URL('dragsource.py', import.meta.url)), ...files], { env: { ...process.env, ...this.env }, stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = once(source, 'exit')
    await Promise.race([once(createInterface(source.stdout), 'line'), ended.then(() => assert.fail('there is nothing to drag from: python3-gi with GTK 3 is needed'))])
    const steps = Array.from({ length: 12 }, (_, i) => ['mousemove', String(Math.round(30 + ((x - 30) * (i + 1)) / 12)), String(Math.round(30 + ((y - 30) * (i + 1)) / 12)), 'sleep', '0.05']).flat()
    await this.tool('xdotool', 'mousemove', '30', '30', 'sleep', '0.1', 'mousedown', '1', 'sleep', '0.1', ...steps, 'sleep', '0.2', 'mouseup', '1')
    await ended
  }

  async close() {
    for (const one of [this.bus, this.server]) {
      const ended = once(one, 'exit')
      one.kill()
      await ended
    }
  }
}

export class Window {
  constructor(desktop, ollama) {
    this.desktop = desktop
    this.dir = mkdtempSync(join(tmpdir(), 'lectern-e2e-'))
    this.env = { ...environment(this.dir, ollama), ...desktop.env }
  }

  async open() {
    this.port = await freePort()
    this.said = ''
    this.process = spawn(PROGRAM, [], { env: { ...this.env, LECTERN_E2E: `127.0.0.1:${this.port}` }, stdio: ['ignore', 'ignore', 'pipe'], detached: true })
    this.process.stderr.on('data', (said) => (this.said += said))
    this.ended = once(this.process, 'exit')
        await until(`the page answers (${this.said})`, () => this.run('return !!document.querySelector("[data-testid=composer]")', 300).catch(() => false))
    await this.run('window.wrong = []; for (const kind of ["error", "unhandledrejection"]) addEventListener(kind, (event) => /^ResizeObserver loop/.test(event.message) || wrong.push(String(event.message ?? event.reason)))') // a loop that ends by itself is no fault
  }

  /** Runs JavaScript in the page and answers what it returns. */
  async run(script, millis = 10_000) {
    const answer = await fetch(`http://127.0.0.1:${this.port}/`, { method: 'POST', body: script, signal: AbortSignal.timeout(millis) })
    const { ok, value } = await answer.json()
    if (!ok) throw new Error(value)
    return value
  }

  until = (what, expression) => until(what, () => this.run(`return ${expression}`))
  text = (selector) => this.run(`return document.querySelector(${JSON.stringify(selector)})?.innerText ?? ''`)
  click = (selector) => this.run(`document.querySelector(${JSON.stringify(selector)}).click()`)

  async ask(question) {
    await this.run(`const field = document.querySelector('[data-testid=composer]')
      field.value = ${JSON.stringify(question)}
      field.dispatchEvent(new Event('input', { bubbles: true }))
      await new Promise((next) => setTimeout(next))
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))`)
  }

  /** The window's id on the display, once it is there. */
  async id() {
    return (await this.desktop.tool('xdotool', 'search', '--sync', '--onlyvisible', '--name', '^Lectern$')).stdout.trim().split('\n')[0]
  }

  /** Closes the window as its button does. */
  async shut() {
    assert.deepEqual(await this.run('return window.wrong'), [])
    await this.run('window.runtime.Quit()').catch(() => {}) // it need not live to answer
    const [code] = await this.ended
    assert.equal(code, 0, this.said)
  }

  /** Ends the window and all that it started, such as the page's own processes, which still write into its folder. */
  async close() {
    if (this.process) {
      if (this.process.exitCode === null) process.kill(-this.process.pid, 'SIGKILL')
      await this.ended
      await until('all that the window started has ended', () => !inGroup(this.process.pid))
    }
    rmSync(this.dir, { recursive: true, force: true })
  }
}

/** Whether a process of a group lives. One that has ended and that nobody has asked about doesn't. */
function inGroup(group) {
  return readdirSync('/proc').some((pid) => {
    if (!/^\d+$/.test(pid)) return false
    try {
      const [state, , of] = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '').split(' ')
      return Number(of) === group && state !== 'Z'
    } catch {
      return false // it ended meanwhile
    }
  })
}
