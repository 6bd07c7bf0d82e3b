// Every screen in English.
import { everyScreen } from './screens.mjs'

everyScreen('en')
