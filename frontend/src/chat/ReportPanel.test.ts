import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import ReportPanel from './ReportPanel.svelte'
import { status, turn } from '../dev/samples'
import { KEY, Lectern } from '../lib/lectern'
import type { ReportOutput } from '../lib/types'

const made: ReportOutput = {
  paths: { folder: '/home/me/reports/session_1', markdown: '/home/me/reports/session_1/report.md', pdf: '/home/me/reports/session_1/report.pdf' },
  sources: [], verification: { claims: [], passed: 0, review: 0, failed: 0, passRatio: 0, meanConfidence: 0, loops: 0, needsMore: false, byModel: false }, errors: [],
  metadata: { model: '', tokens: 0, tries: 0, language: 'en', plain: false }, queries: [],
}
let lectern: Lectern
let openReport: ReturnType<typeof vi.fn>
let opened: ReturnType<typeof vi.spyOn>

function show(browser: boolean, paths: Partial<ReportOutput['paths']> = {}) {
  lectern.status.now = { ...status, browser }
  render(ReportPanel, { props: { turn: turn({ run: 'run-9' }), made: { ...made, paths: { ...made.paths, ...paths } } }, context: new Map([[KEY, lectern]]) })
}

async function press(name: string) {
  await fireEvent.click(screen.getByRole('button', { name }))
  await new Promise((done) => setTimeout(done))
  await tick()
}

beforeEach(() => {
  openReport = vi.fn(async () => '')
  window.go = { main: { App: { OpenReport: openReport } as never } }
  opened = vi.spyOn(window, 'open').mockReturnValue(null)
  lectern = new Lectern()
})
afterEach(() => {
  cleanup()
  opened.mockRestore()
  delete window.go
  delete window.lectern
})

describe('the files of a report', () => {
  it('are opened by the program, which is told the run and nothing of a path', async () => {
    show(false)
    await press('Open PDF')
    await press('Show folder')
    expect(openReport.mock.calls).toEqual([['run-9', 'pdf'], ['run-9', 'folder']])
    expect(opened).not.toHaveBeenCalled()
  })

  it('are opened in a new tab in a browser, where the folder can only be copied', async () => {
    openReport.mockResolvedValue('/report/run-9/report.pdf')
    const asked = vi.fn(async () => new Response('%PDF-', { headers: { 'Content-Type': 'application/pdf' } }))
    window.lectern = { fetch: asked, upmost: 1 }
    URL.createObjectURL = vi.fn((file: Blob) => `blob:${file.type}`)
    show(true)
    expect(screen.queryByRole('button', { name: 'Show folder' })).toBeNull()
    expect(screen.getByText('/home/me/reports/session_1')).toBeTruthy()
    await press('Open PDF')
    await vi.waitFor(() => expect(opened).toHaveBeenCalledWith('blob:application/pdf', '_blank', 'noopener'))
    expect(asked).toHaveBeenCalledWith('/report/run-9/report.pdf', undefined)
  })

  it('that are gone are told with a sentence', async () => {
    openReport.mockRejectedValue('/home/me/reports/session_1/report.pdf is not there any more: it was moved or deleted')
    show(false)
    await press('Open PDF')
    expect(lectern.desk.toasts.map(({ text }) => text)).toEqual(['/home/me/reports/session_1/report.pdf is not there any more: it was moved or deleted'])
  })

  it('have no button where they could not be written', () => {
    show(false, { pdf: '' })
    expect(screen.queryByRole('button', { name: 'Open PDF' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Show folder' })).toBeTruthy()
  })
})
