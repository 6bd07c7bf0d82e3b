import { expect, it } from 'vitest'
import { plainText } from './plain'

it('is what is read of an answer, with the numbers of its citations', () => {
  const root = document.createElement('div')
  root.innerHTML = '<div><p>Revenue <b>rose</b> to\n41.7 million <button class="chip" data-n="1">1</button>.</p><ul><li>one</li><li>two</li></ul></div><div><table><tr><th>Year</th><th>Sales</th></tr><tr><td>2024</td><td>41.7</td></tr></table><p>The end.</p></div>'
  expect(plainText(root)).toBe('Revenue rose to 41.7 million [1].\n\n• one\n• two\n\nYear\tSales\n2024\t41.7\n\nThe end.')
})
