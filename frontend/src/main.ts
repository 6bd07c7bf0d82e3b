import { guardPage, mendLanguage } from './lib/guard'
import { beginLooking, lookedLast } from './lib/look'
import './styles/fonts.css'
import './styles/tokens.css'
import './styles/base.css'
import './styles/answer.css'
import './styles/textlayer.css'

beginLooking()
mendLanguage()
guardPage()

async function begin() {
  if (import.meta.env.DEV && !window.go) (await import('./dev/fake')).install()
  const speaking = import('./lib/messages').then(({ speak }) => speak(lookedLast().language)).catch(() => {}) // then it is English
  const [{ mount }, { default: Root }] = await Promise.all([import('svelte'), import('./Root.svelte'), speaking])
  mount(Root, { target: document.getElementById('app')! })
  document.getElementById('coming')?.remove()
}

void begin()
