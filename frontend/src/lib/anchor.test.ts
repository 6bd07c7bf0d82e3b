import { describe, expect, it } from 'vitest'
import { letters, lettersOf, locate } from './anchor'

const page = letters([
  'Net cash used in investing activi-', 'ties rose in 2018. The ﬁlter of the “efﬁcient” plant', 'was replaced.',
  'Purchases of property, plant and equipment (PP&E)', '(1,577)', '(1,373)', '(1,420)',
  'The notice period is three months.', 'In other cases the notice period is three months.',
])
const marked = (quote: string, around = {}) => {
  const place = locate(page, { quote, ...around })
  return place.spans.map(({ start, end }) => page.text.slice(start, end))
}

describe('locate', () => {
  it('finds words as they stand', () => {
    const place = locate(page, { quote: 'Purchases of property, plant and equipment (PP&E) (1,577)' })
    expect(place).toMatchObject({ exact: true, coverage: 1 })
  })

  it('finds a word that a line end divides', () => {
    expect(marked('used in investing activities rose in 2018')).toEqual(['usedininvestingactivitiesrosein2018'])
  })

  it('sees through ligatures and other quotation marks', () => {
    expect(marked('The filter of the "efficient" plant was replaced.')).toHaveLength(1)
  })

  it('finds a quote with a wrong letter or two', () => {
    const place = locate(page, { quote: 'Net cash usod in investing activities rose in 2O18' })
    expect(place.exact).toBe(false)
    expect(place.spans).toHaveLength(1)
  })

  it('decides between repeats by what stands before', () => {
    const second = locate(page, { quote: 'the notice period is three months', prefix: 'In other cases ' }).spans[0]
    const first = locate(page, { quote: 'the notice period is three months', prefix: '(1,420) ' }).spans[0]
    expect(second.start).toBeGreaterThan(first.start)
  })

  it('finds both sides of an omission', () => {
    expect(marked('Net cash used in investing activities … was replaced.').length).toBe(2)
  })

  it.each([
    'The committee approved the budget for the coming year without a vote.',
    'Revenue grew by twelve percent, driven by services and licences.',
    '1,6',
    '',
  ])('marks nothing for a quote that is not there: %s', (quote) => {
    expect(locate(page, { quote }).spans).toEqual([])
  })

  it('marks nothing when less than half of the quote is there', () => {
    expect(marked('The notice period is three months. The tenant pays the heating, the water, the lift and the cleaning of the stairs by himself every month.')).toEqual([])
  })

  it('finds text without spaces', () => {
    const japanese = letters(['第三条　本契約の期間は二年とし、', '双方の合意により延長できる。'])
    expect(locate(japanese, { quote: '本契約の期間は二年とし、双方の合意により延長できる。' }).coverage).toBe(1)
  })

  it('knows where each letter came from', () => {
    const small = letters(['a-', 'ﬁB'])
    expect(small.text).toBe('afib')
    expect([...small.item]).toEqual([0, 1, 1, 1])
    expect([...small.offset]).toEqual([0, 0, 0, 1])
    expect(lettersOf('É—x 1')).toBe('ex1')
  })
})
