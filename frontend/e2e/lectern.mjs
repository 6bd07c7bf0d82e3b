// The program under test: one home of its own, one server process at a time over it.
import { spawn, execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

export const PROGRAM = process.env.LECTERN_BIN ?? ''

export class Lectern {
  #process
  #said = ''

  constructor(ollama) {
    this.dir = mkdtempSync(join(tmpdir(), 'lectern-e2e-'))
    this.env = environment(this.dir, ollama)
  }

  /** Starts the server, at an address if one is given, and answers the address that it prints. */
  async serve(...listen) {
    this.#process = spawn(PROGRAM, ['--json', 'serve', ...listen.map((host) => `--listen=${host}`)], { env: this.env, stdio: ['ignore', 'pipe', 'pipe'] })
    this.#process.stderr.on('data', (said) => (this.#said += said))
    const line = once(createInterface(this.#process.stdout), 'line')
    const ended = once(this.#process, 'exit').then(([code]) => { throw new Error(`the server ended with ${code}: ${this.#said}`) })
    ended.catch(() => {})
    return (this.address = JSON.parse((await Promise.race([line, ended]))[0]).address)
  }

  signal = (name) => this.#process.kill(name)

  /** Ends the server as Ctrl+C does, or as a power cut does. */
  async stop(signal = 'SIGINT') {
    if (!this.#process || this.#process.exitCode !== null || this.#process.signalCode) return
    const ended = once(this.#process, 'exit')
    this.#process.kill(signal)
    const [code] = await ended
    if (signal === 'SIGINT' && code !== 0) throw new Error(`the server ended with ${code}: ${this.#said}`)
  }

  async restart(signal) {
    await this.stop(signal)
    return this.serve()
  }

  /** Runs a command on the home while no server has it. */
  run = (...args) => promisify(execFile)(PROGRAM, args, { env: this.env })

  async close() {
    await this.stop()
    rmSync(this.dir, { recursive: true, force: true })
  }
}

export function environment(dir, ollama) {
  const home = join(dir, 'home')
  mkdirSync(home)
  return {
    PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'en_US.UTF-8', TMPDIR: tmpdir(), HOME: home,
    XDG_DATA_HOME: join(dir, 'data'), XDG_CONFIG_HOME: join(dir, 'config'),
    XDG_CACHE_HOME: process.env.LECTERN_E2E_CACHE ?? join(dir, 'cache'), // the compiled PDF reader is the same for all
    LECTERN_HOME: join(dir, 'library'), OLLAMA_HOST: ollama,
  }
}

/** A port of this machine on which nobody listens. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}
