// Builds the desktop program with its test bridge and runs the window's stories, once as usual and once with LANG=C,
// where the webview's language has a name that Intl refuses.
import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, temporary } from '../run.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const dir = temporary()
const program = process.env.LECTERN_NATIVE_BIN || join(dir, 'lectern')
if (!process.env.LECTERN_NATIVE_BIN) build(program, 'desktop,production,webkit2_41,e2e')
const files = readdirSync(here).filter((name) => name.endsWith('.test.mjs')).map((name) => join(here, name))
let failed = 0
for (const LECTERN_LANG of ['en_US.UTF-8', 'C']) {
  const env = { ...process.env, LECTERN_BIN: program, LECTERN_LANG, LECTERN_E2E_CACHE: join(dir, 'cache') }
  failed ||= spawnSync(process.execPath, ['--test', '--test-timeout=120000', ...files], { env, stdio: 'inherit' }).status ?? 1
}
rmSync(dir, { recursive: true, force: true })
process.exit(failed)
