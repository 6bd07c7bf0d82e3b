import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import type { Plugin } from 'vite'
import { documentsForDev } from './src/dev/documents.mjs'

// The page may load nothing but itself. 'wasm-unsafe-eval' is for pdf.js' image decoders.
const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-src 'none'",
  "object-src 'none'",
].join('; ')

const securityPolicy: Plugin = {
  name: 'security-policy',
  apply: 'build',
  transformIndexHtml: () => [
    { tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: policy }, injectTo: 'head-prepend' },
  ],
}

// KaTeX names each font three times; every webview we run in reads woff2.
const woff2Only: Plugin = {
  name: 'woff2-only',
  enforce: 'pre',
  transform(code, id) {
    if (!/katex.*\.css/.test(id)) return
    return code.replace(/,\s*url\([^)]*\.(?:woff|ttf)\)\s*format\(["'][^"']*["']\)/g, '')
  },
}

const apart = ['src/lib/bridge.test.ts', 'src/settings/SearchServer.svelte.test.ts']

export default defineConfig(({ mode }) => ({
  plugins: [woff2Only, svelte(), securityPolicy, documentsForDev()],
  build: { target: 'safari16', assetsInlineLimit: 0, chunkSizeWarningLimit: 800 },
  worker: { format: 'es' },
  server: mode === 'test' ? { fs: { allow: ['.', '../cli/serve', '../backend/runs/testdata', '../backend/graph'] } } : undefined, // the bridge of browser mode, event logs and drawings
  resolve: mode === 'test' ? { conditions: ['browser'] } : undefined,
  // jsdom is loaded once for all files, each of which has a room of its own in it. Where a test needs streams, or hands copies
  // of objects to state, those of Node and those of the room are not the same: it has a process of its own.
  test: {
    environment: 'jsdom',
    setupFiles: ['src/dev/setup.ts'],
    projects: [
      { extends: true, test: { name: 'page', pool: 'vmThreads', include: ['src/**/*.test.ts'], exclude: apart } },
      { extends: true, test: { name: 'apart', pool: 'forks', include: apart } },
    ],
  },
}))
