// Copies what pdf.js loads at run time into public/pdfjs: decoders, character maps, fonts, colour
// profiles. They come from the installed package and are not committed.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'

const root = fileURLToPath(new URL('..', import.meta.url))
const from = join(root, 'node_modules/pdfjs-dist')
const to = join(root, 'public/pdfjs')
const stamp = join(to, 'version.txt')
const { version } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'))

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== version) {
  rmSync(to, { recursive: true, force: true })
  mkdirSync(to, { recursive: true })
  for (const name of ['wasm', 'cmaps', 'standard_fonts', 'iccs']) {
    cpSync(join(from, name), join(to, name), { recursive: true })
  }
  writeFileSync(stamp, version)
}
