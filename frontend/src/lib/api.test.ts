import { afterEach, describe, expect, it, vi } from 'vitest'
import { api, fileName, load } from './api'

afterEach(() => {
  delete window.lectern
  delete window.go
  vi.restoreAllMocks()
})

const pdf = (size: number) => Object.defineProperty(new File(['%PDF-'], 'Big.pdf'), 'size', { value: size })

describe('what browser mode fetches', () => {
  it('goes by the way that shows who asks, and in the window as it is', async () => {
    const plain = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('window'))
    expect(await (await load('/doc/1')).text()).toBe('window')
    window.lectern = { fetch: vi.fn(async () => new Response('browser')), upmost: 1 }
    expect(await (await load('/doc/1', { headers: { Range: 'bytes=0-1' } })).text()).toBe('browser')
    expect(plain).toHaveBeenCalledTimes(1)
    expect(window.lectern.fetch).toHaveBeenCalledWith('/doc/1', { headers: { Range: 'bytes=0-1' } })
  })

  it('refuses a file that is too large before it is sent', async () => {
    const sent = vi.fn(async (..._: unknown[]) => new Response('{"accepted":1,"message":""}'))
    window.lectern = { fetch: sent, upmost: 2 ** 30 }
    await expect(api.upload(pdf(2 ** 30 + 1))).rejects.toThrow('Big.pdf is larger than 1 GB, the most that is read. Split it, and add the parts.')
    expect(sent).not.toHaveBeenCalled()
    expect(await api.upload(pdf(2 ** 30))).toEqual({ accepted: 1, message: '' })
    expect(sent.mock.lastCall?.[0]).toBe('/api/upload?name=Big.pdf')
  })

  it('tells what the program says of a file that it refuses', async () => {
    window.lectern = { fetch: async () => new Response('the disk is full; free some space and try again\n', { status: 507 }), upmost: 2 ** 30 }
    await expect(api.upload(pdf(1))).rejects.toThrow(/^the disk is full; free some space and try again$/)
  })

  it('names a download as the program does', () => {
    expect(fileName("attachment; filename*=utf-8''Gesch%C3%A4fts-bericht.xlsx")).toBe('Geschäfts-bericht.xlsx')
    expect(fileName('attachment; filename="Accounts, p. 3.xlsx"')).toBe('Accounts, p. 3.xlsx')
    expect(fileName('attachment; filename="a \\"b\\".csv"')).toBe('a "b".csv')
    expect(fileName('attachment; filename=Lease.csv')).toBe('Lease.csv')
    expect(fileName('attachment')).toBe('')
  })
})

describe('a picture', () => {
  const png = new Blob(['\x89PNG'], { type: 'image/png' })

  it('is saved by the window, which asks where', async () => {
    const asked = vi.fn(async (..._: string[]) => ({ path: '/home/me/Sales.png', address: '' }))
    window.go = { main: { App: { SavePicture: asked } as never } }
    expect(await api.savePicture('Sales: 2018', png)).toBe('/home/me/Sales.png')
    expect(asked.mock.calls[0][0]).toBe('Sales: 2018')
    expect(atob(asked.mock.calls[0][1]).slice(-3)).toBe('PNG')
  })

  it('is downloaded by a browser', async () => {
    window.lectern = { fetch: vi.fn(), upmost: 1 }
    URL.createObjectURL = vi.fn(() => 'blob:1')
    const names: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) { names.push(this.download) })
    expect(await api.savePicture('Sales: 2018/2019?', png)).toBe('')
    expect(names).toEqual(['Sales 2018 2019.png'])
  })
})
