import { describe, expect, it } from 'vitest'
import { faults, lacks, saidOnce } from '../dev/spoken'
import type { File } from '../lib/messages'
import english from './en.json'

const all = import.meta.glob<string>('../**/*.{svelte,ts}', { eager: true, query: '?raw', import: 'default' })
const ours = Object.fromEntries(Object.entries(all).filter(([path]) => !/\.test\.ts$|\.d\.ts$|\/dev\/|\/wailsjs\//.test(path)))
/** Milliseconds: it reads every source, a second's work that a busy machine makes many of. */
const PATIENCE = 60_000
const languages = import.meta.glob<File>('./*.json', { eager: true, import: 'default' })

it('everything that the page says is a message, and is filled', () => {
  expect(Object.keys(ours).length).toBeGreaterThan(100)
  expect(faults(ours, english)).toEqual([])
}, PATIENCE)

it('nothing that the page says stays in a language that was spoken before', () => {
  expect(saidOnce(ours)).toEqual([])
}, PATIENCE)

describe('what is said once is found', () => {
  it.each([
    ['a.ts', "const hello = say('a.hello')", 'a.hello'],
    ['a.ts', "const names = { hello: say('a.hello') }", 'a.hello'],
    ['a.ts', 'const compare = new Intl.Collator(locale())', 'locale'],
    ['a.svelte', "<script lang=\"ts\">let { label = say('a.hello') } = $props()</script>", 'a.hello'],
  ])('%s %s', (path, source, text) => {
    expect(saidOnce({ [path]: source })).toEqual([`${path}:1: ${text} is said once`])
  })

  it.each([
    ['a.ts', "const hello = () => say('a.hello')\nfunction again() { return say('a.hello') }"],
    ['a.svelte', "<script lang=\"ts\">const a = $derived(say('a.hello')); const b = $derived.by(() => say('a.hello'))</script><p title={say('a.hello')}>{say('a.hello')}</p>"],
  ])('and what is said anew is not: %s %s', (path, source) => {
    expect(saidOnce({ [path]: source })).toEqual([])
  })
})

describe.each(Object.entries(languages))('%s', (path, file) => {
  it('says everything', () => {
    expect(lacks(file, english, /([a-z]+)\.json/.exec(path)![1])).toEqual([])
  })
})

// The messages that the sources below ask for.
const few: File = { 'a.hello': 'Hello', 'a.page': 'Page {page} of {pages}', 'a.pages': { one: '{n} page', other: '{n} pages' } }
const found = (path: string, source: string) => faults({ [path]: source, 'rest.ts': "say('a.hello'); say('a.page', { page, pages }); say('a.pages', { n })" }, few)

describe('a literal sentence is found', () => {
  it.each([
    ['<p>hello</p>', 'hello'],
    ['<p>{n} pages</p>', ' pages'],
    ['<p>{n === 1 ? say("a.hello") : "once"}</p>', 'once'],
    ['<p>{`of ${n}`}</p>', 'of '],
    ['<p>{n || "none"}</p>', 'none'],
    ['<button aria-label="close"></button>', 'close'],
    ['<button title="{name} (Esc)"></button>', ' (Esc)'],
    ['<input placeholder={n ? "words" : ""} />', 'words'],
    ['<img alt="a chart" />', 'a chart'],
    ['<Menu label="more" class="icon small" />', 'more'],
    ['{#if n}<li>{@render side("What went in")}</li>{/if}', 'What went in'],
    ['<button onclick={() => desk.say("Settings saved.")}></button>', 'Settings saved.'],
    ['<script lang="ts">const entries = [{ label: "rename", act: () => {} }]</script>', 'rename'],
    ['<p>{n.toLocaleString("en")}</p>', 'en'],
  ])('%s', (source, text) => {
    expect(found('a.svelte', source)).toEqual([`a.svelte:1: ${JSON.stringify(text)} is no message`])
  })

  it.each([
    ["throw new Error('It is gone.')", 'It is gone.'],
    ["const words = all ? `Saved as ${path}.` : ''", 'Saved as '],
    ["export const busy = 'Asking…'", 'Asking…'],
    ["new Intl.DisplayNames(['en'], { type: 'language' })", 'en'],
    ["a.localeCompare(b, 'de')", 'de'],
  ])('%s', (source, text) => {
    expect(found('a.ts', source)).toEqual([`a.ts:1: ${JSON.stringify(text)} is no message`])
  })

  it('on its line', () => {
    expect(found('a.svelte', '<script lang="ts">\n  let n = 1\n</script>\n\n<p>Hello</p>')).toEqual(['a.svelte:5: "Hello" is no message'])
    expect(found('a.ts', "import x from 'Some where'\n\nconst a = 'Some where'")).toEqual(['a.ts:3: "Some where" is no message'])
  })
})

it.each([
  ['a.svelte', '<p class="icon small" style:width="{n}px" data-testid="Some thing">{name} · {n} <code>[1]</code></p>'],
  ['a.svelte', '<script lang="ts">import X from "Some where"\nlet { class: look = "icon small" }: { class?: "a b" } = $props()</script><Menu class={look} name="figures" />'],
  ['a.svelte', "<p>{kind === 'not found' ? say('a.hello') : name}</p>"],
  ['a.ts', "if (event.key === 'Enter') list.querySelector<HTMLElement>('[role=menu] button')?.focus()"],
  ['a.ts', "const to = { ArrowDown: 1, 'Some key': 2 }[event.key]"],
  ['a.ts', "const html = `<span class=\"math display\" data-n=\"${n}\"></span>`"],
])('what nobody reads is no sentence: %s %s', (path, source) => {
  expect(found(path, source)).toEqual([])
})

describe('a key', () => {
  it.each([
    ["say('a.bye')", ['a.ts:1: a.bye is no key']],
    ["say('a.page', { page })", ['a.ts:1: a.page lacks {pages}']],
    ["say('a.page', { page, pages, of: n })", ['a.ts:1: a.page has no {of}']],
    ["say('a.pages')", ['a.ts:1: a.pages lacks {n}']],
    ["say(some ? 'a.hello' : 'a.pages')", ['a.ts:1: a.pages lacks {n}']],
    ["say('a.page', given)", ["a.ts:1: what fills a.page can't be told"]],
    ["const field = { put: 'a.page' }; say(field.put, { page })", ['a.ts:1: nothing fills a.page']],
    ["const args = { page, pages }; say('a.page', args); say('a.page', { ...args })", []],
    ["const field = { put: 'a.page' }; say(field.put, { page, pages })", []],
  ])('%s', (source, wrong) => {
    expect(found('a.ts', source)).toEqual(wrong)
  })

  it('may be filled by what the page draws', () => {
    expect(found('a.svelte', '<Said key="a.page" args={{ page: label }} pages={link} />')).toEqual([])
    expect(found('a.svelte', '<Said key="a.page" args={{ page: label }} />')).toEqual(['a.svelte:1: a.page lacks {pages}'])
    expect(found('a.svelte', "<Said key={n ? 'a.page' : 'a.hello'} pages={link} />")).toEqual(['a.svelte:1: a.page lacks {page}', 'a.svelte:1: a.hello has no {pages}'])
  })

  it('that nobody asks for is found', () => {
    expect(faults({ 'a.ts': "say('a.hello')" }, { 'a.hello': 'Hello', 'a.bye': 'Bye' })).toEqual(['a.bye is said nowhere'])
  })
})

describe('of another language it is found', () => {
  const whole = { 'a.hello': 'Hallo', 'a.page': 'Seite {page} von {pages}', 'a.pages': { one: '{n} Seite', other: '{n} Seiten' } }
  const { 'a.page': page, ...rest } = whole

  it.each<[string, File, string[]]>([
    ['that it has all', whole, []],
    ['that it counts otherwise', { ...whole, 'a.pages': '{n} Seiten' }, []],
    ['what is missing', rest, ['a.page is missing']],
    ['what is empty', { ...whole, 'a.hello': '' }, ['a.hello has no text']],
    ['what has no form for other numbers', { ...whole, 'a.pages': { one: '{n} Seite' } }, ['a.pages has no text']],
    ['a lost name', { ...whole, 'a.page': 'Seite {page}' }, ['a.page fills page, in English page,pages']],
    ['what English lacks', { ...whole, 'a.bye': 'Tschüss' }, ['a.bye is no message in English']],
    ['a plural that the language hasn’t', { ...whole, 'a.pages': { one: '{n} Seite', few: '{n} Seiten', other: '{n} Seiten' } }, ["a.pages doesn't count as the language does"]],
    ['a plural that it lacks', { ...whole, 'a.pages': { other: '{n} Seiten' } }, ["a.pages doesn't count as the language does"]],
    ['what was left in English', { ...whole, 'a.page': 'Page {page} of {pages}' }, ['a.page is in English']],
  ])('%s', (_, file, wrong) => {
    expect(lacks(file, few, 'de')).toEqual(wrong)
  })
})
