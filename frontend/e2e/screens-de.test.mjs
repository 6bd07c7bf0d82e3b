// Every screen in German.
import { everyScreen } from './screens.mjs'

everyScreen('de')
