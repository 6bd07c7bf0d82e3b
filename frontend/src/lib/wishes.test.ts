import { describe, expect, it } from 'vitest'
import { folders, once, said } from './wishes'
import { documents } from '../dev/samples'
import type { Advanced } from './types'

const at = (...paths: string[]) => paths.map((path, i) => ({ ...documents[0], id: String(i), path }))
const retries: Advanced = { key: 'checked.retries', group: 'Checked answer', shared: false, title: 'Retries', help: '', value: 2, default: 2, min: 0, max: 5, step: 1, options: [], once: true }
const where: Advanced = { ...retries, key: 'report.where', title: 'Search', options: ['documents', 'documents and web', 'web'], value: 0, max: 2 }

describe('folders', () => {
  it('are those that documents came from, with what lies below', () => {
    expect(folders(at('/home/me/a.pdf', '/home/me/tax/b.pdf', '/home/me/tax/c.pdf', '/home/metal/d.pdf'))).toEqual([
      { path: '/home/me', documents: 3 }, { path: '/home/me/tax', documents: 2 }, { path: '/home/metal', documents: 1 },
    ])
  })
  it('are told apart on Windows, too', () => {
    expect(folders(at('C:\\Papers\\a.pdf'))).toEqual([{ path: 'C:\\Papers', documents: 1 }])
  })
  it('are none for files that were dropped on a browser', () => expect(folders(at('a.pdf'))).toEqual([]))
})

describe('wishes', () => {
  it('offer the numbers of that workflow alone', () => {
    expect(once('checked', [retries, where]).map(({ name }) => name)).toEqual(['retries'])
    expect(once('chat', [retries, where])).toEqual([])
    expect(once('checked', [{ ...retries, once: false }])).toEqual([])
  })
  it('are said in words', () => {
    expect(said('report', { language: 'Deutsch', folder: '/home/me/tax', numbers: [{ name: 'where', value: 1 }] }, [retries, where])).toEqual(['Deutsch', 'tax', 'Search: documents and web'])
    expect(said('checked', { language: '', folder: '', numbers: [{ name: 'retries', value: 0 }] }, [retries])).toEqual(['Retries: 0'])
  })
})
