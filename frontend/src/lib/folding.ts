// Texts as they are compared: by their signs, each as a rule writes it, with an index back to where it came from.

/** A page's signs as a rule writes them, and for each the text item and the offset in it. */
export interface Letters {
  text: string
  item: Int32Array
  offset: Int32Array
}

/** A half-open range of them. */
export interface Span {
  start: number
  end: number
}

/** Reads texts by a rule for one sign. What it says of a sign is kept: a page has few different ones. */
export function folding(rule: (sign: string) => string) {
  const known = new Map<string, string>()

  function fold(sign: string): string {
    let out = known.get(sign)
    if (out === undefined) known.set(sign, (out = rule(sign)))
    return out
  }

  function of(text: string): string {
    let out = ''
    for (const sign of text) out += fold(sign)
    return out
  }

  function indexed(items: string[]): Letters {
    let text = ''
    const item: number[] = []
    const offset: number[] = []
    items.forEach((str, index) => {
      let at = 0
      for (const sign of str) {
        const kept = fold(sign)
        for (let i = 0; i < kept.length; i++) item.push(index), offset.push(at)
        text += kept
        at += sign.length
      }
    })
    return { text, item: Int32Array.from(item), offset: Int32Array.from(offset) }
  }

  return { of, indexed }
}
