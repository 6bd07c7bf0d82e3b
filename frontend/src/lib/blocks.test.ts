import { describe, expect, it } from 'vitest'
import { Blocks } from './blocks'

const text = '# Title\n\nFirst paragraph with [1].\n\n- one\n- two\n\n```js\nlet a = 1\n\nlet b\n```\n\n| a |\n|---|\n| 1 |\n\nThe end.'

describe('Blocks', () => {
  it('gives the same blocks letter by letter as all at once', () => {
    const slowly = new Blocks()
    for (let i = 1; i < text.length; i++) slowly.update(text.slice(0, i), false)
    const raws = slowly.update(text, true).map((block) => block.raw.trim())
    expect(raws).toEqual(new Blocks().update(text, true).map((block) => block.raw.trim()))
    expect(raws.join('\n\n')).toBe(text)
  })

  it('never changes a finished block', () => {
    const blocks = new Blocks()
    const finished = new Map<number, string>()
    for (let i = 1; i <= text.length; i++) {
      for (const block of blocks.update(text.slice(0, i), false)) {
        if (finished.has(block.id)) expect(block.raw).toBe(finished.get(block.id))
        if (!block.open) finished.set(block.id, block.raw)
      }
    }
    expect(finished.size).toBe(5)
  })

  it('keeps the last block open until the text is final', () => {
    const blocks = new Blocks()
    expect(blocks.update('One.\n\nTwo', false).map((block) => block.open)).toEqual([false, true])
    expect(blocks.update('One.\n\nTwo', true).map((block) => [block.id, block.open])).toEqual([[0, false], [1, false]])
  })

  it('begins anew when the text does', () => {
    const blocks = new Blocks()
    blocks.update('Old text.\n\nMore', false)
    expect(blocks.update('New', false).map((block) => block.raw)).toEqual(['New'])
    expect(blocks.update('', false)).toEqual([])
  })
})
