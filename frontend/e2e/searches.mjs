// A search server for stories: a real one, from build/searches, that finds the pages that the story gives it.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

export class Searches {
  static async start(pages) {
    const searches = new Searches()
    searches.dir = mkdtempSync(join(tmpdir(), 'lectern-searches-'))
    const program = join(searches.dir, 'searches')
    execFileSync('go', ['build', '-o', program, './build/searches'], { cwd: root, stdio: 'inherit', env: { ...process.env, CGO_ENABLED: '0' } })
    searches.process = spawn(program, { stdio: ['pipe', 'pipe', 'inherit'] })
    searches.process.stdin.end(JSON.stringify(pages))
    ;[searches.address] = await once(createInterface(searches.process.stdout), 'line')
    return searches
  }

  get host() {
    return new URL(this.address).host
  }

  #at = (path, method = 'POST') => fetch(new URL(path, this.address), { method })

  /** Answers nothing until `go`. */
  hold = () => this.#at('/hold')
  go = () => this.#at('/go')
  asked = async () => (await this.#at('/asked', 'GET')).json()

  async close() {
    const ended = once(this.process, 'exit')
    this.process.kill()
    await ended
    rmSync(this.dir, { recursive: true, force: true })
  }
}
