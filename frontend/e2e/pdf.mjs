// Writes small PDFs for the tests, from text, lines and boxes, with nothing but Node.
// A page is a list of drawings, with the origin at the bottom left and 612 × 792 points.

import { createHash } from 'node:crypto'

const FONTS = { sans: 'Helvetica', bold: 'Helvetica-Bold', serif: 'Times-Roman', heading: 'Times-Bold', italic: 'Times-Italic' }
const WINDOWS = { '–': 0x96, '—': 0x97, '’': 0x92, '“': 0x93, '”': 0x94, '•': 0x95, '€': 0x80, '…': 0x85 }

export const text = (x, y, size, font, words, gray = 0.1) => {
  const hex = [...words].map((sign) => (WINDOWS[sign] ?? sign.charCodeAt(0)).toString(16).padStart(2, '0')).join('')
  return `BT ${gray} g /${font} ${size} Tf 1 0 0 1 ${x} ${y} Tm <${hex}> Tj ET`
}
export const rule = (x, y, width, gray = 0.75, thick = 0.6) => `${gray} G ${thick} w ${x} ${y} m ${x + width} ${y} l S`
export const box = (x, y, width, height, [r, g, b]) => `${r} ${g} ${b} rg ${x} ${y} ${width} ${height} re f`

/** Lines of plain text from the top of a page; "# " begins a heading. */
export const lines = (...all) =>
  all.map((line, i) => (line.startsWith('# ') ? text(72, 720 - 18 * i, 15, 'bold', line.slice(2)) : text(72, 720 - 18 * i, 11, 'sans', line)))

/** Says that the letters of a font are characters for private use: they are seen, and mean nothing. */
const PRIVATE = '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def 1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfrange <00> <FF> <E000> endbfrange endcmap end end'

/** The objects of a table of contents from number `first` on, and their entries: [title, page, level]. */
function contents(first, entries) {
  const root = { number: first, level: 0 }
  const above = [root] // an entry, and those that it stands under
  const all = entries.map(([title, page, level], i) => {
    while (above.at(-1).level >= level) above.pop()
    const parent = above.at(-1)
    const entry = { number: first + 1 + i, level, title, page, parent, before: parent.last }
    if (parent.last) parent.last.next = entry
    parent.first ??= entry
    parent.last = entry
    above.push(entry)
    return entry
  })
  const links = (entry, names) => names.map((name) => (entry[name] ? `/${{ before: 'Prev' }[name] ?? name[0].toUpperCase() + name.slice(1)} ${entry[name].number} 0 R` : '')).join('')
  const hex = (title) => `FEFF${Array.from({ length: title.length }, (_, k) => title.charCodeAt(k).toString(16).padStart(4, '0')).join('')}`
  return [
    `<</Type/Outlines${links(root, ['first', 'last'])}/Count ${entries.length}>>`,
    ...all.map((entry) => `<</Title<${hex(entry.title)}>${links(entry, ['parent', 'first', 'last', 'before', 'next'])}${entry.page ? `/Dest[${2 + 2 * entry.page} 0 R/Fit]` : ''}>>`),
  ]
}

/** The standard security handler, revision 2: RC4 with a key of 40 bits (PDF 1.7, 7.6.3). */
function locked(password) {
  const md5 = (bytes) => createHash('md5').update(bytes).digest()
  const padding = Buffer.from('28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A', 'hex')
  const id = Buffer.alloc(16, 'lectern')
  const padded = Buffer.concat([Buffer.from(password), padding]).subarray(0, 32)
  const owner = rc4(md5(padded).subarray(0, 5), padded)
  const key = md5(Buffer.concat([padded, owner, Buffer.from([252, 255, 255, 255]), id])).subarray(0, 5)
  const crypt = (number, bytes) => rc4(md5(Buffer.concat([key, Buffer.from([number, number >> 8, number >> 16, 0, 0])])).subarray(0, 10), bytes)
  return {
    trailer: `/ID[<${id.toString('hex')}><${id.toString('hex')}>]/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<${owner.toString('hex')}>/U<${rc4(key, padding).toString('hex')}>>>`,
    object: (number, body) => body.replace(/stream\n([^]*)\nendstream$/, (_, content) => `stream\n${crypt(number, Buffer.from(content, 'latin1')).toString('latin1')}\nendstream`),
  }
}

function rc4(key, bytes) {
  const s = Array.from({ length: 256 }, (_, i) => i)
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + s[i] + key[i % key.length]) & 255
    ;[s[i], s[j]] = [s[j], s[i]]
  }
  let [i, j] = [0, 0]
  return Buffer.from(bytes.map((byte) => {
    i = (i + 1) & 255
    j = (j + s[i]) & 255
    ;[s[i], s[j]] = [s[j], s[i]]
    return byte ^ s[(s[i] + s[j]) & 255]
  }))
}

/**
 * A PDF of pages; `password` makes one that only that opens, and `outline` gives it a table of contents:
 * [title, page, level], the page from 1. The font `private` can be seen, but not read.
 */
export function pdf(pages, { password = '', outline = [] } = {}) {
  const last = 4 + 2 * pages.length
  const objects = [
    `<</Type/Catalog/Pages 2 0 R${outline.length ? `/Outlines ${last + 1} 0 R` : ''}>>`,
    `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((_, i) => `${4 + 2 * i} 0 R`).join(' ')}]>>`,
    `<<${Object.entries(FONTS).map(([name, base]) => `/${name}<</Type/Font/Subtype/Type1/BaseFont/${base}/Encoding/WinAnsiEncoding>>`).join('')}/private<</Type/Font/Subtype/Type1/BaseFont/${FONTS.sans}/Encoding/WinAnsiEncoding/ToUnicode ${last} 0 R>>>>`,
  ]
  pages.forEach((drawings, i) => {
    const content = drawings.join('\n')
    objects.push(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font 3 0 R>>/Contents ${5 + 2 * i} 0 R>>`,
      `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    )
  })
  objects.push(`<</Length ${PRIVATE.length}>>\nstream\n${PRIVATE}\nendstream`)
  if (outline.length) objects.push(...contents(last + 1, outline))
  const lock = password && locked(password)
  let out = '%PDF-1.4\n'
  const offsets = objects.map((body, i) => {
    const at = out.length
    out += `${i + 1} 0 obj\n${lock ? lock.object(i + 1, body) : body}\nendobj\n`
    return at
  })
  const start = out.length
  out += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')}`
  out += `trailer\n<</Size ${objects.length + 1}/Root 1 0 R${lock ? lock.trailer : ''}>>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(out, 'latin1')
}
