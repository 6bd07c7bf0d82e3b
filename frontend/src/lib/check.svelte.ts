// Checking a text from anywhere against the documents.
import { api, sentence } from './api'
import type { CheckedText, Document } from './types'

export class CheckState {
  open = $state(false)
  text = $state('')
  documents = $state.raw<Pick<Document, 'id' | 'name'>[]>([])
  /** The chat model too, about what words don't prove. */
  ask = $state(false)
  result = $state.raw<CheckedText>()
  /** The text that the result is of. */
  of = $state('')
  problem = $state('')
  checking = $state(false)
  /** What the panel's field is reached by. */
  field: HTMLTextAreaElement | undefined

  private asked = 0

  show() {
    this.open = true
  }

  close() {
    this.open = false
  }

  only(document: Pick<Document, 'id' | 'name'>) {
    this.documents = [...this.documents.filter(({ id }) => id !== document.id), document]
  }

  leave(id: string) {
    this.documents = this.documents.filter((one) => one.id !== id)
  }

  async now() {
    const mine = ++this.asked
    const { text, ask } = this
    this.checking = true
    this.problem = ''
    try {
      const result = await api.check({ text, documents: this.documents.map(({ id }) => id), ask })
      if (mine !== this.asked) return
      this.result = result
      this.of = text
    } catch (refused) {
      if (mine !== this.asked) return
      this.result = undefined
      this.problem = sentence(refused)
    }
    this.checking = false
  }
}
