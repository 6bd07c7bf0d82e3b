// Builds the program once and runs the stories against it: node e2e/run.mjs [folder] [file …].
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))
const frontend = join(here, '..')

/** The newest change in a folder. */
const changed = (dir) => Math.max(...readdirSync(dir, { recursive: true }).map((name) => statSync(join(dir, name)).mtimeMs))

/** Builds the page if it is older than its sources, and then the program. */
export function build(to, tags = '') {
  const page = join(frontend, 'dist/index.html')
  if (!existsSync(page) || statSync(page).mtimeMs < changed(join(frontend, 'src'))) {
    execFileSync('npm', ['run', '--silent', 'build'], { cwd: frontend, stdio: ['ignore', 'ignore', 'inherit'] })
  }
  const args = ['build', ...(tags ? ['-tags', tags] : []), '-o', to, '.']
  execFileSync('go', args, { cwd: join(frontend, '..'), stdio: 'inherit', env: { ...process.env, ...(tags ? {} : { CGO_ENABLED: '0' }) } })
}

export const temporary = () => mkdtempSync(join(tmpdir(), 'lectern-e2e-run-'))

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const dir = temporary()
  const program = process.env.LECTERN_BIN || join(dir, 'lectern')
  if (!process.env.LECTERN_BIN) build(program)
  const env = { ...process.env, LECTERN_BIN: program, LECTERN_E2E_CACHE: join(dir, 'cache') }
  // The first reading compiles pdfium; that is not what the stories are about.
  spawnSync(program, ['doctor'], { env: { ...env, XDG_CACHE_HOME: env.LECTERN_E2E_CACHE, LECTERN_HOME: join(dir, 'home') }, stdio: 'ignore' })
  const wanted = process.argv.slice(2)
  const files = readdirSync(here).filter((name) => name.endsWith('.test.mjs') && (!wanted.length || wanted.some((one) => name.startsWith(one))))
  const run = (names, beside) => names.length ? spawnSync(process.execPath, ['--test', `--test-concurrency=${beside}`, '--test-timeout=600000', ...names.map((name) => join(here, name))], { env, stdio: 'inherit' }).status ?? 1 : 0
  const measures = (name) => /speed|first-paint|gone|workspaces/.test(name) // hold something against a clock, so they run alone: others would be measured with them
  const beside = 2 // on two processors, the least that there are
  const status = run(files.filter((name) => !measures(name)), beside) || run(files.filter(measures), 1)
  rmSync(dir, { recursive: true, force: true })
  process.exit(status ?? 1)
}
