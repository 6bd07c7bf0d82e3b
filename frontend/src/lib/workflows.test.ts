import { describe, expect, it } from 'vitest'
import { about } from './workflows'

describe('a workflow', () => {
  const brief = { name: 'brief', label: 'In brief', hint: 'A few sentences' }
  it('is called what the program says, whichever it is', () => expect(about('brief', [brief])).toEqual(brief))
  it('has its name as long as nothing was told of it', () => expect(about('checked').label).toBe('Checked'))
})
