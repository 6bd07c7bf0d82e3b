import { afterEach, describe, expect, it } from 'vitest'
import { guardPage, mendLanguage } from './guard'

describe('mendLanguage', () => {
  const { language } = navigator
  afterEach(() => Object.defineProperty(navigator, 'language', { configurable: true, get: () => language }))

  it('replaces a language that Intl cannot read', () => {
    Object.defineProperty(navigator, 'language', { configurable: true, get: () => 'C' })
    expect(() => new Intl.NumberFormat(navigator.language)).toThrow()
    mendLanguage()
    expect(() => new Intl.NumberFormat(navigator.language)).not.toThrow()
  })
})

describe('guardPage', () => {
  it('lets nothing navigate, submit or take a dropped file', () => {
    guardPage()
    document.body.innerHTML = '<a href="https://example.org"><b>x</b></a><form action="/x"><button>y</button></form><p>z</p>'
    const stopped = (selector: string, kind: string) => !document.querySelector(selector)!.dispatchEvent(new Event(kind, { bubbles: true, cancelable: true }))
    expect(stopped('b', 'click')).toBe(true)
    expect(stopped('a', 'auxclick')).toBe(true)
    expect(stopped('form', 'submit')).toBe(true)
    expect(stopped('p', 'drop')).toBe(true)
    expect(stopped('p', 'dragover')).toBe(true)
    expect(stopped('p', 'click')).toBe(false)
  })
})
