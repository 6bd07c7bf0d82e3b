import { describe, expect, it } from 'vitest'
import { asFound, draftOf, EMPTY, wantedOf, withName } from './details'
import type { DocumentMetadata, Name } from './types'

const names: Name[] = [{ text: 'BDSG', kind: 'law' }, { text: 'Privacy', kind: '' }]
const learnt: DocumentMetadata = { metadata: { title: 'T', authors: 'A', company: 'Acme', year: 0, type: '10-K', language: 'en' }, names, tags: ['audit'] }

describe('a draft', () => {
  it('shows an unknown year as nothing, and gives back what it was made of', () => {
    expect(draftOf(learnt)).toEqual({ title: 'T', authors: 'A', company: 'Acme', year: '', type: '10-K', language: 'en', names, tags: 'audit' })
    expect(wantedOf(draftOf(learnt))).toEqual(learnt)
  })

  it('is not the details themselves', () => {
    draftOf(learnt).names[0].text = 'other'
    expect(names[0].text).toBe('BDSG')
  })

  it('is trimmed', () => {
    expect(wantedOf({ ...EMPTY, title: ' T ', company: ' Acme ', year: ' 2024 ', type: ' ' }).metadata).toEqual({ title: 'T', authors: '', company: 'Acme', year: 2024, type: '', language: '' })
  })

  it.each(['soon', '20.4', '-3', '1e3'])('refuses the year %s with a sentence', (year) => {
    expect(() => wantedOf({ ...EMPTY, year })).toThrow(/is no year; write four digits/)
  })
})

describe('names', () => {
  it('are added at the end, without what stands around them', () => {
    expect(withName(names, ' Data Act ', [])).toEqual([...names, { text: 'Data Act', kind: '' }])
  })

  it.each(['', '  ', 'bdsg', 'PRIVACY'])('are not added twice, nor empty: “%s”', (text) => {
    expect(withName(names, text, [])).toBe(names)
  })

  it('come back as what they were found to be', () => {
    expect(withName([], 'bdsg', names)).toEqual([names[0]])
  })

  it.each([
    [names, true],
    [[names[1], names[0]], true],
    [[names[0]], false],
    [[names[0], { text: 'Other', kind: '' } as Name], false],
  ])('know whether they are as found (%#)', (list, same) => {
    expect(asFound(list, names)).toBe(same)
  })
})
