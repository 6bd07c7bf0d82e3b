import { cleanup, fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, describe, expect, it } from 'vitest'
import Places from './Places.svelte'
import { citations } from '../dev/samples'
import { KEY, Lectern } from '../lib/lectern'
import type { Place } from '../lib/types'

const of = { ...citations[0], document: 'a', doc: 'Lease.pdf', page: 2, label: '2' }
const at = (document: string, doc: string, page: number, label = String(page)): Place => ({ passage: `${document}/${page}`, document, doc, page, label })

function show(places?: Place[]) {
  const lectern = new Lectern()
  render(Places, { props: { of: { ...of, places }, run: 'r1', quote: 'The rent is 900 euros.' }, context: new Map([[KEY, lectern]]) })
  return lectern.desk
}
const said = () => screen.queryByTestId('places')?.textContent?.replace(/\s+/g, ' ').trim()

afterEach(cleanup)

describe('the other places of a passage', () => {
  it('are told, those of its own document first, each page once', () => {
    show([at('b', 'Boat.pdf', 3), at('a', 'Lease.pdf', 12, 'xii'), at('a', 'Lease.pdf', 2), { ...at('b', 'Boat.pdf', 3), passage: 'b/9' }])
    expect(said()).toBe('Also on p. xii, and in Boat p. 3.')
  })

  it('open beside the answer', async () => {
    const desk = show([at('b', 'Boat.pdf', 3)])
    expect(said()).toBe('Also in Boat p. 3.')
    await fireEvent.click(screen.getByRole('button', { name: 'Boat p. 3' }))
    expect(desk.spot).toMatchObject({ document: 'b', doc: 'Boat.pdf', page: 3, passage: 'b/3', quote: 'The rent is 900 euros.' })
    expect(desk.reading?.run).toBe('r1')
  })

  it('are five at first', async () => {
    show(Array.from({ length: 12 }, (_, i) => at('a', 'Lease.pdf', i + 3)))
    expect(said()).toBe('Also on p. 3, on p. 4, on p. 5, on p. 6, on p. 7, and 7 more.')
    await fireEvent.click(screen.getByRole('button', { name: 'and 7 more' }))
    expect(screen.getAllByRole('button')).toHaveLength(12)
    expect(said()).toMatch(/on p. 13, and on p. 14\.$/)
  })

  it('are not spoken of where there are none', () => {
    show()
    expect(said()).toBeUndefined()
  })
})
