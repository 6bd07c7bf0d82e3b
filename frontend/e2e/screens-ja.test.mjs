// Every screen in Japanese.
import { everyScreen } from './screens.mjs'

everyScreen('ja')
