import { guardPage, mendLanguage } from './lib/guard'
import { beginLooking } from './lib/look'
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
  const [{ mount }, { default: App }, { language }] = await Promise.all([import('svelte'), import('./App.svelte'), import('./lib/messages')])
  document.documentElement.lang = language
  mount(App, { target: document.getElementById('app')! })
}

void begin()
