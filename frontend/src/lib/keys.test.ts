import { describe, expect, it } from 'vitest'
import { command } from './keys'

function press(key: string, rest: KeyboardEventInit = {}, tag = 'div') {
  const target = document.createElement(tag)
  const event = new KeyboardEvent('keydown', { key, ...rest })
  Object.defineProperty(event, 'target', { value: target })
  return command(event)
}

describe('command', () => {
  it('takes Ctrl and Cmd alike', () => {
    expect(press('n', { ctrlKey: true })).toBe('new')
    expect(press('n', { metaKey: true })).toBe('new')
    expect(press('\\', { ctrlKey: true }, 'textarea')).toBe('source')
  })

  it('leaves single keys to text fields', () => {
    expect(press('[')).toBe('previousCitation')
    expect(press('[', {}, 'textarea')).toBeUndefined()
    expect(press('?', { shiftKey: true })).toBe('shortcuts')
    expect(press('?', { shiftKey: true }, 'input')).toBeUndefined()
  })

  it('takes brackets that need AltGr', () => {
    expect(press(']', { ctrlKey: true, altKey: true })).toBe('nextCitation')
  })

  it('goes round the regions with F6, from a text field too', () => {
    expect(press('F6', {}, 'textarea')).toBe('region')
    expect(press('F6', { shiftKey: true })).toBe('regionBack')
  })
})
