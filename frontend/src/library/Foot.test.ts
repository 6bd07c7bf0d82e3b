import { cleanup, render, screen } from '@testing-library/svelte'
import { flushSync } from 'svelte'
import { afterEach, describe, expect, it } from 'vitest'
import Foot from './Foot.svelte'
import { status } from '../dev/samples'
import { KEY, Lectern } from '../lib/lectern'
import type { Status } from '../lib/types'

function show(now?: Status) {
  const lectern = new Lectern()
  lectern.status.now = now
  render(Foot, { context: new Map([[KEY, lectern]]) })
  return lectern
}

afterEach(cleanup)

describe('the foot of the library', () => {
  it('says that nothing leaves this computer only where that is so', () => {
    show()
    expect(screen.queryByText('Nothing leaves this computer')).toBeNull() // it is not known yet
    cleanup()
    show(status)
    expect(screen.getByText('Nothing leaves this computer')).toBeTruthy()
    cleanup()
    show({ ...status, web: 'searches.example.com' })
    expect(screen.queryByText('Nothing leaves this computer')).toBeNull()
    expect(screen.getByText('Reports may ask searches.example.com')).toBeTruthy()
  })

  it('is not green where the program is gone', () => {
    const lectern = show(status)
    expect(document.querySelector('.dot.on')).toBeTruthy()
    lectern.status.connection = 'lost'
    flushSync()
    expect(document.querySelector('.dot.on')).toBeNull()
    expect(screen.getByText("Lectern isn't running")).toBeTruthy()
  })

  it('says what is wrong with the data folder, and nothing where nothing is', () => {
    show(status)
    expect(screen.queryByTestId('trouble')).toBeNull()
    cleanup()
    show({ ...status, trouble: 'Lease.pdf could not be read again.' })
    expect(screen.getByTestId('trouble').textContent).toContain('Lease.pdf could not be read again.')
  })
})
