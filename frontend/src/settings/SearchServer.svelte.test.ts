import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import SearchServer from './SearchServer.svelte'
import { settings } from '../dev/samples'
import type { WebSettings } from '../lib/types'

let web: WebSettings = settings.web
let check: ReturnType<typeof vi.fn>
const kept = vi.fn<(web: WebSettings) => void>()
const settled = async () => { await tick(); await new Promise((done) => setTimeout(done)); await tick() }
const type = (label: string, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } })
const tryIt = async () => { await fireEvent.click(screen.getByRole('button', { name: 'Try it' })); await settled() }

function show(rest: Partial<WebSettings> = {}, browser = false) {
  web = { ...settings.web, on: true, ...rest }
  render(SearchServer, { props: { browser, web, keep: (next) => kept(next) } })
}

/** What would be saved. */
async function saved(): Promise<WebSettings> {
  await tryIt()
  return check.mock.lastCall![0]
}

beforeEach(() => {
  check = vi.fn(async () => 'npx answers.')
  window.go = { main: { App: { CheckSearchServer: check } as never } }
})
afterEach(() => {
  cleanup()
  delete window.go
})

describe('the search server', () => {
  it('is off at first, says what it does, and asks nothing more until it is on', async () => {
    show({ on: false })
    const on = screen.getByRole('switch', { name: 'Search server' }) as HTMLInputElement
    expect(on.checked).toBe(false)
    expect(screen.getByText(/^Only research reports use it\. Questions leave this computer; each one is shown before it does\.$/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try it' })).toBeNull()
    await fireEvent.click(on)
    expect(screen.getByRole('button', { name: 'Try it' })).toBeTruthy()
  })

  it('takes one argument on each line as it stands', async () => {
    show()
    await type('Program', 'npx')
    await type('Arguments', '-y\n\n  web search server \n--key="a b"')
    expect(await saved()).toMatchObject({ program: 'npx', address: '', args: ['-y', 'web search server', '--key="a b"'] })
    expect((screen.getByLabelText('Arguments') as HTMLTextAreaElement).value).toContain('\n\n') // typing is not disturbed
  })

  it('saves a program or an address, never both, and keeps the other while it is open', async () => {
    show({ program: 'npx' })
    await fireEvent.click(screen.getByRole('radio', { name: 'An address' }))
    await type('Address', ' http://127.0.0.1:3000/mcp ')
    await fireEvent.change(screen.getByLabelText('Address'))
    expect(await saved()).toMatchObject({ program: '', address: 'http://127.0.0.1:3000/mcp' })
    await fireEvent.click(screen.getByRole('radio', { name: 'A program on this computer' }))
    expect(await saved()).toMatchObject({ program: 'npx', address: '' })
    cleanup()
    show({ address: 'http://127.0.0.1:3000/mcp' })
    expect((screen.getByRole('radio', { name: 'An address' }) as HTMLInputElement).checked).toBe(true)
  })

  it('shows its program in a browser, where it can be named by nobody, and loses it to no address', async () => {
    show({ program: 'npx', args: ['-y'] }, true)
    expect(screen.getByLabelText('Program')).toHaveProperty('readOnly', true)
    expect(screen.getByLabelText('Arguments')).toHaveProperty('readOnly', true)
    expect(screen.getByText(/^A program can be named in Lectern’s window, or in a terminal with “lectern web --program …”/)).toBeTruthy()
    await fireEvent.click(screen.getByRole('radio', { name: 'An address' }))
    await type('Address', 'http://127.0.0.1:3000/mcp')
    expect(await saved()).toMatchObject({ program: 'npx', args: ['-y'], address: 'http://127.0.0.1:3000/mcp' })
    await fireEvent.click(screen.getByRole('radio', { name: 'A program on this computer' }))
    expect(await saved()).toMatchObject({ program: 'npx', args: ['-y'], address: '' })
  })

  it('tells what came of a try, until something is changed', async () => {
    show({ program: 'npx' })
    await tryIt()
    expect(screen.getByRole('status').textContent?.trim()).toBe('npx answers.')
    await type('Program', 'other')
    expect(screen.getByRole('status').textContent?.trim()).toBe('')
    check.mockRejectedValue('there is no program "other"')
    await tryIt()
    expect(screen.getByRole('status').textContent?.trim()).toBe('there is no program "other"')
    expect((screen.getByRole('button', { name: 'Try it' }) as HTMLButtonElement).disabled).toBe(false)
  })
})
