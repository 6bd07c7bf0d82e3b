// Browser mode's stand-in for the window's runtime, as the program serves it.
import { afterEach, describe, expect, it, vi } from 'vitest'
import code from '../../../cli/serve/bridge.js?raw'

type Page = { runtime: Window['runtime']; lectern?: Window['lectern']; go?: { main: { App: Record<string, (...args: unknown[]) => Promise<unknown>> } }; stop: () => void }

/** Runs the bridge at an address; `answer` is the program. */
function open(address: string, kept: Record<string, string>, answer: (path: string, init: RequestInit) => Promise<Response> | Response) {
  const page = { stop: vi.fn() } as unknown as Page
  const here = new URL(address)
  const replace = vi.fn()
  const replaceState = vi.fn()
  const asked = vi.fn(async (url: URL, init: RequestInit = {}) => answer(url.pathname, init))
  const storage = { getItem: (key: string) => kept[key] ?? null, setItem: (key: string, value: string) => { kept[key] = value } }
  new Function('methods', 'header', 'workspaceHeader', 'outside', 'upmost', 'window', 'location', 'sessionStorage', 'history', 'fetch', code)(
    ['main.App.Greet'], 'X-Token', 'X-Workspace', '/outside', 7, page, { href: here.href, origin: here.origin, replace }, storage, { state: null, replaceState }, asked,
  )
  return { page, replace, replaceState, asked }
}

/** A stream of events that the test writes to. */
function stream() {
  let writer!: ReadableStreamDefaultController<Uint8Array>
  const body = new ReadableStream<Uint8Array>({ start: (it) => { writer = it } })
  return { reply: new Response(body), say: (text: string | Uint8Array) => writer.enqueue(typeof text === 'string' ? new TextEncoder().encode(text) : text), end: () => writer.close() }
}

const never = () => new Promise<Response>(() => {})

afterEach(() => vi.useRealTimers())

describe('the bridge of browser mode', () => {
  it('takes the token out of the address, and sends it with everything', async () => {
    const kept = {}
    const { page, replaceState, asked } = open('http://127.0.0.1:80/?token=abc&x=1', kept, (path) => (path === '/api/events' ? never() : Response.json({ result: 'Hello', error: null })))
    expect(Object.values(kept)).toEqual(['abc'])
    expect(String(replaceState.mock.lastCall![2])).toBe('http://127.0.0.1/?x=1')
    expect(await page.go!.main.App.Greet('Ada')).toBe('Hello')
    expect(page.lectern!.upmost).toBe(7)
    await page.lectern!.fetch('/doc/1', { headers: { Range: 'bytes=0-1' } })
    expect(asked.mock.calls.map(([url, init]) => [url.pathname, init!.headers])).toEqual([
      ['/api/events', { 'X-Token': 'abc' }],
      ['/api/call', { 'X-Token': 'abc' }],
      ['/doc/1', { 'X-Token': 'abc', Range: 'bytes=0-1' }],
    ])
  })

  it('sends it nowhere else', async () => {
    const { page, asked } = open('http://127.0.0.1:80/?token=abc', {}, never)
    asked.mockClear()
    for (const address of ['http://evil.example/', '//evil.example/', 'http://127.0.0.1:81/', 'https://127.0.0.1/']) {
      await expect(page.lectern!.fetch(address)).rejects.toThrow('Only Lectern itself')
    }
    expect(asked).not.toHaveBeenCalled()
  })

  it('goes on with what the tab kept, and leaves without it', () => {
    const { page } = open('http://127.0.0.1:80/', { 'lectern.token': 'abc' }, never)
    expect(page.lectern).toBeTruthy()
    const { page: other, replace, asked } = open('http://127.0.0.1:80/', {}, never)
    expect(replace).toHaveBeenCalledWith('/outside')
    expect(other.stop).toHaveBeenCalled()
    expect([other.go, asked.mock.calls.length]).toEqual([undefined, 0])
  })

  it('leaves where the token is of an earlier start', async () => {
    const { replace } = open('http://127.0.0.1:80/', { 'lectern.token': 'old' }, () => new Response('no', { status: 401 }))
    await vi.waitFor(() => expect(replace).toHaveBeenCalledWith('/outside'))
  })

  it('tells events however they are cut, and a listener that fails stops none', async () => {
    const one = stream()
    const { page } = open('http://127.0.0.1:80/?token=abc', {}, () => one.reply)
    const heard: unknown[] = []
    const failed = vi.fn()
    vi.stubGlobal('reportError', failed)
    page.runtime!.EventsOn('told', () => { throw new Error('of a listener') })
    page.runtime!.EventsOn('told', (...data) => heard.push(...data))
    const bytes = new TextEncoder().encode(': hello\n\ndata: {"name":"told","data":["日"]}\n\ndata: {"name":"told","data":["b"]}\n\n')
    for (const byte of bytes) one.say(Uint8Array.of(byte))
    await vi.waitFor(() => expect(failed).toHaveBeenCalledTimes(2))
    page.runtime!.EventsOn('other', (...data) => heard.push(...data))
    one.say('data: {"name":"other","data":["c","d"]}\n\n')
    await vi.waitFor(() => expect(heard).toEqual(['c', 'd']))
    vi.unstubAllGlobals()
  })

  it('opens the stream again when it ends, says so, and stops where it is not known any more, and says that', async () => {
    vi.useFakeTimers()
    const streams = [stream(), stream()]
    const replies = [streams[0].reply, streams[1].reply, new Response('no', { status: 401 })]
    const { page, asked, replace } = open('http://127.0.0.1:80/?token=abc', {}, () => replies.shift()!)
    const again = vi.fn()
    const refused = vi.fn()
    page.runtime!.EventsOn('reconnected', again)
    page.runtime!.EventsOn('refused', refused)
    await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(1))
    streams[0].end()
    await vi.advanceTimersByTimeAsync(1000)
    await vi.waitFor(() => expect(again).toHaveBeenCalledTimes(1))
    streams[1].end()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([asked.mock.calls.length, again.mock.calls.length, refused.mock.calls.length, replace.mock.calls.length]).toEqual([3, 1, 1, 0])
  })

  it('says that the program is stuck when it hears nothing, and goes on when it does', async () => {
    vi.useFakeTimers()
    const one = stream()
    const { page, asked } = open('http://127.0.0.1:80/?token=abc', {}, () => one.reply)
    const told: string[] = []
    for (const name of ['lost', 'reconnected']) page.runtime!.EventsOn(name, () => told.push(name))
    for (let i = 0; i < 8; i++) {
      one.say(':\n\n')
      await vi.advanceTimersByTimeAsync(500)
    }
    expect(told).toEqual([])
    await vi.advanceTimersByTimeAsync(2000)
    expect(told).toEqual(['lost'])
    one.say(':\n\n')
    await vi.advanceTimersByTimeAsync(100)
    expect(told).toEqual(['lost', 'reconnected'])
    expect(asked).toHaveBeenCalledTimes(1)
  })

  it('tries until the program is there again', async () => {
    vi.useFakeTimers()
    const last = stream()
    const replies = [stream().reply, undefined, undefined, last.reply]
    replies[0] = new Response('')
    const { page } = open('http://127.0.0.1:80/?token=abc', {}, () => { const next = replies.shift(); if (!next) throw new TypeError('network'); return next })
    const again = vi.fn()
    const lost = vi.fn()
    page.runtime!.EventsOn('reconnected', again)
    page.runtime!.EventsOn('lost', lost)
    await vi.advanceTimersByTimeAsync(1000)
    expect([lost.mock.calls.length, again.mock.calls.length]).toEqual([1, 0])
    await vi.advanceTimersByTimeAsync(2500)
    expect([lost.mock.calls.length, again.mock.calls.length]).toEqual([1, 1])
  })
})
