// A scripted Ollama: it says what a test tells it to, holds its breath where the test says so, breaks off, goes away and
// comes back. What it answers has the form of a real server's answers.
import { createServer } from 'node:http'
import { once } from 'node:events'

export const CHAT = 'scripted:latest'
export const EMBED = 'letters:latest'
/** Reads pictures. It is not installed unless a story says so. */
export const VISION = 'vision:latest'
/** So small that it chooses sentences instead of writing. It is not installed unless a story says so. */
export const TINY = 'tiny:135m'
/** What is told of that, as of SmolLM2 135M. */
const TINY_INFO = {
  'general.parameter_count': 134_515_008,
  'llama.block_count': 30,
  'llama.attention.head_count': 9,
  'llama.attention.head_count_kv': 3,
  'llama.embedding_length': 576,
}
/** In a reply: the stream waits here until `go` is called. */
export const HOLD = '⏸'
const DIMENSIONS = 256

/**
 * A reply is a text, streamed word by word, or { text, error, status, cut, pause }. A function gets `id`, which finds the
 * number under which a passage with these words was offered, and the request.
 */
export class Ollama {
  chats = []
  models = [CHAT, EMBED]
  /** Tokens past which it cuts prompts, whatever it is told, as old ones do. */
  window = Infinity
  /** Of the models: another one tells that they were downloaded anew. */
  edition = 'd'
  /** What is answered in a fixed form, by a property that the form has; the first that fits. */
  forms = {
    intent: () => ({ intent: 'documents' }),
    searches: ({ messages }) => ({ searches: [{ document: '', query: /<question>\s*([\s\S]*?)\s*<\/question>/.exec(messages.at(-1).content)?.[1] ?? 'question' }], sections: [] }),
    hallucination: () => ({ hallucination: false, unsupported_claims: [], logical_gaps: [], conflicting_evidence: [], confidence: 0.9 }),
    faithfulness: () => ({ faithfulness: 0.9, relevance: 0.95, completeness: 0.7, citation_quality: 0.9, overall: 0.9 }),
    document_types: () => ({ entities: ['Harbour'], periods: ['2023', '2024'], document_types: [], keywords: ['revenue'] }),
    sufficient: () => ({ sufficient: true, missing: [] }),
    keywords: () => ({ keywords: ['income'] }),
    summary: () => ({ summary: 'Revenue was spoken of.' }),
    checks: () => ({ checks: [{ claim: 1, confidence: 0.9, contradiction: '' }] }),
    coverage: () => ({ analysis: 'There are reports.', gaps: ['which year'], coverage: 0.5 }),
    context: () => ({ analysis: 'About the revenue.', queries: ['revenue of the harbour'], context: 'The harbour.', entities: ['Harbour'], scope: 'the revenue' }),
    concepts: () => ({ concepts: ['revenue'], entities: ['Harbour'], scope: 'the revenue', language: 'English', clarification_needed: false, clarification: '' }),
    findings: () => ({ findings: 'The revenue rose.', gap: '', queries: [], tasks: [] }),
    sections: () => ({ sections: [{ group: 1, heading: 'Revenue' }, { group: 2, heading: 'Staff' }] }),
    lines: ({ messages }) => {
      const passages = [...messages.at(-1).content.matchAll(/<knowledge_base id="(\d+)"/g)].map(([, id]) => Number(id))
      return { passages: passages.map((passage) => ({ passage, relevance: 0.9 })), lines: passages.map((passage) => ({ passage, text: 'The revenue rose.', sentences: [1], tasks: [1] })) }
    },
    questions: ({ messages }) => ({ questions: messages.at(-1).content.startsWith('A person asks for a report') ? [] : ['Which year do you mean?', 'Which part of the harbour?'] }),
    follow: () => ({ reason: 'it bears on the task', follow: true }),
    best: () => ({ best: '1', also: 'none' }),
    references: () => ({ references: [] }),
    factual_accuracy: () => ({ faults: [], factual_accuracy: 90, semantic_validity: 90, structure: 80, citations: 90, relevance: 90 }),
    action: () => ({ action: 'accept', focus: '' }),
    tasks: () => ({ tasks: ['Find the revenue', 'Find the staff'] }),
    queries: () => ({ queries: ['revenue', 'income of the harbour'] }),
  }
  /** How a model is pulled: it tells how much has come of how much, and what it gives is an error, if anything. */
  pull = async (_model, tell) => tell(1e9, 1e9)
  /** What each embedding waits for, and the error that it ends with, if any. */
  beforeEmbedding = async () => {}
  #replies = []
  #waiting = []
  #server
  #sockets = new Set()

  static async start() {
    const ollama = new Ollama()
    await ollama.start()
    return ollama
  }

  async start() {
    this.#server = createServer((request, response) => void this.#answer(request, response).catch(() => response.destroy()))
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket)
      socket.on('close', () => this.#sockets.delete(socket))
    })
    this.#server.listen(this.port ?? 0, '127.0.0.1')
    await once(this.#server, 'listening')
    this.port = this.#server.address().port
  }

  get host() {
    return `127.0.0.1:${this.port}`
  }

  /** Dies: every connection breaks off, and nobody listens any more. */
  async stop() {
    if (!this.#server) return
    const closed = once(this.#server, 'close')
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
    await closed
    this.#server = undefined
    this.#waiting = []
  }

  say(...replies) {
    this.#replies.push(...replies)
  }

  /** Lets every stream that holds go on. */
  go() {
    for (const release of this.#waiting.splice(0)) release()
  }

  async #answer(request, response) {
    let raw = ''
    for await (const part of request) raw += part
    const body = raw ? JSON.parse(raw) : {}
    const send = (value, status = 200) => response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value))
    switch (request.url) {
      case '/api/version': return send({ version: '0.0.0-scripted' })
      case '/api/tags': return send({ models: this.models.map((name, i) => ({ name, model: name, size: 1e9 * (i + 1), digest: `${this.edition}-${name}` })) })
      case '/api/show': return send(shown(body.model))
      case '/api/pull': {
        response.writeHead(200, { 'Content-Type': 'application/x-ndjson' })
        const error = await this.pull(body.model, (completed, total) => void response.write(JSON.stringify({ status: 'pulling', digest: body.model, total, completed }) + '\n'), () => response.destroyed)
        if (response.destroyed) return
        if (!error) this.models.push(body.model)
        return response.end(JSON.stringify(error ? { error } : { status: 'success' }) + '\n')
      }
      case '/api/embed':
        const failed = await this.beforeEmbedding()
        if (failed) return send({ error: failed }, 500)
        return send({ model: body.model, embeddings: [body.input].flat().map(vector) })
      case '/api/chat': return this.#chat(body, response, send)
    }
    send({ error: 'not found' }, 404)
  }

  /** Tokens that it reads of a prompt: four characters each, and no more than the window holds. */
  #counted = ({ messages }) => Math.min(this.window, Math.ceil(messages.map(({ content }) => content).join('').length / 4))

  async #chat(body, response, send) {
    if (!body.messages?.length) return send({ ...message(body, '', true), done_reason: 'load' }) // it is only to be loaded, or let go
    if (body.options.num_predict === 1 && !body.logprobs) return send({ ...message(body, '', true), prompt_eval_count: this.#counted(body), eval_count: 1 })
    this.chats.push(body)
    if (body.format) {
      const form = Object.keys(this.forms).find((name) => name in body.format.properties)
      return send(message(body, JSON.stringify((await this.forms[form]?.(body, (words) => Number(offered(body.messages.at(-1).content, words)))) ?? {}), true))
    }
    const question = body.messages.at(-1).content
    let reply = this.#replies.shift() ?? { error: 'nothing scripted', status: 500 }
    if (typeof reply === 'function') reply = reply((words) => offered(question, words), body)
    if (typeof reply === 'string') reply = { text: reply }
    if (reply.error) return send({ error: reply.error }, reply.status ?? 500)
    response.writeHead(200, { 'Content-Type': 'application/x-ndjson' })
    for (const part of reply.text.split(/(?<=\s|⏸)|(?=⏸)/)) {
      if (part === HOLD) await new Promise((release) => this.#waiting.push(release))
      else response.write(JSON.stringify(message(body, part)) + '\n')
      if (reply.pause) await new Promise((done) => setTimeout(done, reply.pause))
      if (response.destroyed) return
    }
    if (reply.cut) return response.socket.destroySoon() // after what was written
    response.end(JSON.stringify({ ...message(body, '', true), prompt_eval_count: this.#counted(body), eval_count: 20 }) + '\n')
  }
}

const message = ({ model }, content, done = false) => ({
  model, created_at: new Date().toISOString(), message: { role: 'assistant', content }, done, ...(done && { done_reason: 'stop' }),
})

function offered(prompt, words) {
  for (const [, id, passage] of prompt.matchAll(/<knowledge_base id="(\d+)"[^>]*>\n([\s\S]*?)\n<\/knowledge_base>/g)) {
    if (passage.replace(/\s+/g, ' ').includes(words)) return id
  }
  throw new Error(`no offered passage says: ${words}`)
}

/** Texts with common words lie near each other. */
function vector(text) {
  const all = new Array(DIMENSIONS).fill(0)
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['']) {
    let hash = 7
    for (const sign of word) hash = (hash * 31 + sign.codePointAt(0)) % 999_983
    all[hash % DIMENSIONS]++
  }
  const length = Math.hypot(...all)
  return all.map((value) => value / length)
}

/** What is told of a model. */
function shown(model) {
  const capabilities = model === EMBED || model.includes('embed') ? ['embedding'] : ['completion', ...(model === VISION ? ['vision'] : [])]
  return { capabilities, model_info: { 'test.context_length': 8192, ...(model === TINY ? TINY_INFO : {}) } }
}
