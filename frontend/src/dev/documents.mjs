// Serves PDFs of a folder as /doc/<name> while developing, with ranges as the program does.
import { createReadStream, existsSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'

/** @returns {import('vite').Plugin} */
export function documentsForDev(folder = process.env.LECTERN_DEV_DOCUMENTS) {
  return {
    name: 'documents-for-dev',
    apply: 'serve',
    configureServer(server) {
      if (!folder) return
      server.middlewares.use('/doc', (request, response, next) => {
        const file = join(folder, `${basename(decodeURIComponent(request.url ?? ''))}.pdf`)
        if (!existsSync(file)) return next()
        const { size } = statSync(file)
        const [, from, to] = /bytes=(\d+)-(\d*)/.exec(request.headers.range ?? '') ?? []
        const start = Number(from ?? 0)
        const end = Math.min(to ? Number(to) : size - 1, size - 1)
        response.writeHead(from === undefined ? 200 : 206, {
          'Content-Type': 'application/pdf',
          'Content-Length': end - start + 1,
          ...(from !== undefined && { 'Content-Range': `bytes ${start}-${end}/${size}` }),
        })
        createReadStream(file, { start, end }).pipe(response)
      })
    },
  }
}
