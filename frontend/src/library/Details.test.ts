import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import Details from './Details.svelte'
import { details, documents } from '../dev/samples'
import { KEY, Lectern } from '../lib/lectern'

const save = vi.fn<(id: string, wanted: unknown) => Promise<void>>()
const close = vi.fn()
const annual = documents.find(({ id }) => id === 'annual')!
let lectern: Lectern

const settled = async () => { await tick(); await Promise.resolve(); await tick(); await tick() }
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name, hidden: true })
const type = (label: string, value: string) => fireEvent.input(field(label), { target: { value } })
const chips = () => screen.getAllByRole('listitem', { hidden: true }).map((one) => one.textContent.replace(/\s+/g, ' ').trim())

async function open() {
  render(Details, { props: { id: 'annual', close }, context: new Map([[KEY, lectern]]) })
  await settled()
}

beforeEach(() => {
  save.mockReset().mockResolvedValue()
  close.mockReset()
  HTMLDialogElement.prototype.showModal = vi.fn()
  HTMLDialogElement.prototype.close = vi.fn()
  lectern = new Lectern()
  window.go = { main: { App: { DocumentDetails: async () => details(annual), SaveDocumentDetails: save } as never } }
})
afterEach(() => {
  cleanup()
  delete window.go
})

describe('the details of a document', () => {
  it('show where it came from and what was found', async () => {
    await open()
    expect(screen.getByText('/home/me/Papers/3M_2018_10K.pdf')).toBeTruthy()
    expect(screen.getByText('160 pages, 812 KB')).toBeTruthy()
    expect([field('Company').value, field('Year').value, field('Type').value]).toEqual(['3M', '2018', '10-K'])
    expect(screen.getAllByText('From the file’s name')).toHaveLength(3)
    expect(screen.getByText('From page 1')).toBeTruthy()
    expect(chips()).toEqual(['3M_2018_10K file', '3M 2018 10K file', '3M Company Annual Report title', 'MMM abbreviation'])
    expect(screen.queryByText('Put back all')).toBeNull()
  })

  it('mark what is edited and put it back', async () => {
    await open()
    await type('Company', 'Minnesota Mining')
    await type('Year', '')
    expect(screen.getAllByText('Edited')).toHaveLength(2)
    await fireEvent.click(button('Put back company. Found: 3M'))
    expect(field('Company').value).toBe('3M')
    expect(field('Company').getAttribute('aria-describedby')).toBe(screen.getAllByText('From the file’s name')[0].id)
    expect(button('Put back year. Found: 2018')).toBeTruthy()
  })

  it('take names by Enter, once each, and let them go', async () => {
    await open()
    for (const text of ['Scotch', 'scotch']) {
      await type('Another name', text)
      await fireEvent.keyDown(field('Another name'), { key: 'Enter' })
    }
    expect(chips().slice(4)).toEqual(['Scotch added by you'])
    expect(field('Another name').value).toBe('')
    await fireEvent.click(button('Remove MMM'))
    await settled()
    expect(document.activeElement).toBe(button('Remove Scotch'))
    expect(save).not.toHaveBeenCalled()
    await fireEvent.click(button('Put back all'))
    expect(chips()).toHaveLength(4)
  })

  it('are saved as they stand, with a name that was typed and not added yet', async () => {
    await open()
    await type('Year', '2019')
    await fireEvent.click(button('Remove 3M_2018_10K'))
    await type('Another name', 'Scotch')
    await fireEvent.click(button('Save'))
    await settled()
    const { metadata, names } = details(annual).current
    expect(save).toHaveBeenCalledWith('annual', { metadata: { ...metadata, year: 2019 }, names: [...names.slice(1), { text: 'Scotch', kind: '' }], tags: [] })
    expect(close).toHaveBeenCalled()
    expect(lectern.desk.toasts.map(({ text }) => text)).toEqual(['Details saved.'])
  })

  it('stay open with a sentence when they are refused', async () => {
    await open()
    await type('Year', 'soon')
    await fireEvent.click(button('Save'))
    expect(screen.getByRole('alert', { hidden: true }).textContent).toBe('“soon” is no year; write four digits, like 2024, or leave it empty')
    expect(save).not.toHaveBeenCalled()
    save.mockRejectedValue('that document is not in the library (any more)')
    await type('Year', '2019')
    await fireEvent.click(button('Save'))
    await settled()
    expect(screen.getByRole('alert', { hidden: true }).textContent).toBe('that document is not in the library (any more)')
    expect(close).not.toHaveBeenCalled()
    expect(button('Save').disabled).toBe(false)
  })

  it('say why when there are none', async () => {
    window.go!.main.App.DocumentDetails = async () => { throw 'that document is not in the library (any more)' }
    await open()
    expect(screen.getByText('that document is not in the library (any more)')).toBeTruthy()
    expect(screen.queryByLabelText('Company')).toBeNull()
  })
})
