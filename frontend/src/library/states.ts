// The states by which documents are told apart in a list.
import { rowState } from '../lib/library.svelte'
import type { Document } from '../lib/types'

export const STATES = ['all', 'ready', 'coming', 'check', 'failed'] as const
export type ListState = (typeof STATES)[number]

export const toCheck = (document: Document) => rowState(document).look === 'warn'
export const failed = ({ state }: Document) => state === 'failed'
const ready = ({ state }: Document) => state === 'ready'

/** Whether a document is in a state; what is to be checked is ready, too. */
export function inState(document: Document, state: ListState): boolean {
  switch (state) {
    case 'ready':
      return ready(document)
    case 'coming':
      return !ready(document) && !failed(document)
    case 'check':
      return toCheck(document)
    case 'failed':
      return failed(document)
  }
  return true
}
