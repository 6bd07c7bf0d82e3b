import { render } from '@testing-library/svelte'
import { flushSync } from 'svelte'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { day } from './amounts'
import { KEY } from './lectern'
import { language, messagesIn, nth, number, say, speak, type File, type Key } from './messages'
import { byName } from './order'
import CopyButton from '../ui/CopyButton.svelte'

const en: File = {
  'count.pages': { one: '{n} page', other: '{n} pages' },
  'tables.in': 'Tables in {document}',
  'link.leaves': 'This leaves for {host}.',
  'trace.web': { '=1': 'the web was asked once', other: 'the web was asked {n} times' },
  'why.nth': { one: '{n}st', two: '{n}nd', few: '{n}rd', other: '{n}th' },
}
// A language that isn't there: its numbers have three forms, and it puts words elsewhere.
const pl: File = {
  'count.pages': { one: '{n} strona', few: '{n} strony', many: '{n} stron', other: '{n} strony' },
  'link.leaves': '{host}: tam prowadzi.',
  'why.nth': '{n}.',
}

const english = messagesIn(['en-US'], { en, pl })
const polish = messagesIn(['pl-PL', 'en'], { en, pl })

describe('a language', () => {
  it('is a file', () => {
    expect(polish.language).toBe('pl')
    expect([1, 2, 5, 22].map((n) => polish.say('count.pages', { n }))).toEqual(['1 strona', '2 strony', '5 stron', '22 strony'])
    expect(polish.nth('why.nth', 3)).toBe('3.')
    expect(polish.number(1234567.5)).toBe('1\u00a0234\u00a0567,5')
    expect(polish.say('tables.in', { document: 'Raport' })).toBe('Tables in Raport') // forgotten, so as in English
  })

  it('is the first wanted that there is', () => {
    const chosen = (...wanted: string[]) => messagesIn(wanted, { en, pl }).language
    expect(chosen('tlh', 'pl')).toBe('pl')
    expect(chosen('en-GB', 'pl')).toBe('en')
    expect(chosen('tlh')).toBe('en')
    expect(chosen()).toBe('en')
    expect(chosen('C', 'toString')).toBe('en') // no languages, though an object has the one
  })
})

describe('a message', () => {
  it('has a form for each number', () => {
    expect([0, 1, 2, 1204].map((n) => english.say('count.pages', { n }))).toEqual(['0 pages', '1 page', '2 pages', '1,204 pages'])
    expect([1, 2].map((n) => english.say('trace.web', { n }))).toEqual(['the web was asked once', 'the web was asked 2 times'])
    expect([1, 2, 3, 4, 11, 12, 13, 21, 102, 111].map((n) => english.nth('why.nth', n))).toEqual(['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '102nd', '111th'])
  })

  it('is filled once', () => {
    expect(english.say('tables.in', { document: '{n}' })).toBe('Tables in {n}')
    expect(english.say('tables.in', { document: '' })).toBe('Tables in ')
  })

  it('leaves to the page what is drawn there, wherever a language puts it', () => {
    expect(english.parts('link.leaves')).toEqual([{ text: 'This leaves for ' }, { text: '', name: 'host' }, { text: '.' }])
    expect(polish.parts('link.leaves')).toEqual([{ text: '', name: 'host' }, { text: ': tam prowadzi.' }])
  })

  it('that there isn’t is its key', () => {
    expect(english.say('no.such' as Key)).toBe('no.such')
  })
})

describe('the language of the page', () => {
  afterEach(() => speak('en'))

  it('is the one that was chosen, from then on', async () => {
    await speak('de')
    expect([language(), document.documentElement.lang, say('common.cancel'), number(1234.5)]).toEqual(['de', 'de', 'Abbrechen', '1.234,5'])
    await speak('ja')
    expect([language(), document.documentElement.lang, say('common.cancel'), nth('why.nth', 2)]).toEqual(['ja', 'ja', 'キャンセル', '2位'])
  })

  it('is the one that was chosen last, whichever comes first', async () => {
    await Promise.all([speak('ja'), speak('de'), speak('en')])
    expect(language()).toBe('en')
  })

  it('is the system’s where none was chosen', async () => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['tlh', 'ja-JP', 'en'])
    await speak('')
    expect(language()).toBe('ja')
  })

  it('is followed by what is drawn, and by the tools of Intl', async () => {
    const { container } = render(CopyButton, { props: { text: () => '' }, context: new Map([[KEY, { desk: {} }]]) })
    expect([container.textContent?.trim(), day('2025-05-02T12:00:00Z'), ['z', 'ä', 'a'].sort(byName())]).toEqual(['Copy', '2 May 2025', ['a', 'ä', 'z']])
    await speak('de')
    flushSync()
    expect([container.textContent?.trim(), day('2025-05-02T12:00:00Z')]).toEqual(['Kopieren', '02.05.2025'])
  })
})
