import { describe, expect, it } from 'vitest'
import { documentsOf, foldersOf, isFolder, linesOf, type Line } from './groups'
import type { Document } from '../lib/types'

const doc = (name: string, folder = '') => ({ id: name, name, folder }) as Document
const all = [doc('Annual', 'Filings'), doc('Lease'), doc('Letter', 'a box'), doc('Quarter', 'Filings')]
const seen = (lines: Line[]) => lines.map((line) => (isFolder(line) ? `${line.folder}: ${line.documents.length}` : line.name))

describe('documents in folders', () => {
  it('stand under their heads, the others below', () => {
    expect(seen(linesOf(all, new Set()))).toEqual(['a box: 1', 'Letter', 'Filings: 2', 'Annual', 'Quarter', 'Lease'])
    expect(seen(linesOf(all, new Set(['Filings'])))).toEqual(['a box: 1', 'Letter', 'Filings: 2', 'Lease'])
    expect(linesOf([doc('Lease')], new Set())).toEqual([doc('Lease')])
    expect(foldersOf(all).map(({ folder }) => folder)).toEqual(['a box', 'Filings'])
  })

  it('are chosen by their head where it is folded, or chosen alone', () => {
    const names = (lines: Line[], folded: string[] = []) => documentsOf(lines, new Set(folded)).map(({ name }) => name)
    const [, , filings, annual] = linesOf(all, new Set())
    expect(names([filings])).toEqual(['Annual', 'Quarter'])
    expect(names([filings, annual])).toEqual(['Annual'])
    expect(names([filings, doc('Lease')], ['Filings'])).toEqual(['Annual', 'Quarter', 'Lease'])
  })
})
