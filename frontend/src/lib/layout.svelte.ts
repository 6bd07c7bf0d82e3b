// How the panes stand beside each other, by the room that there is. It is measured in what text takes: at 200 % there is half
// as much. Where it is short the library folds first; then the answer and its source change places. Nothing covers another
// pane, but the library that was called for.
import { tick } from 'svelte'
import type { DeskState } from './desk.svelte'

/** Pixels at the usual size of text: for library, answer and source; for answer and source; for library and answer. */
const [THREE, TWO, BESIDE] = [1100, 860, 760]

export class LayoutState {
  /** The window's, in pixels at the usual size of text. */
  width = $state(Infinity)
  /** The library lies over the rest, where it has no place of its own. */
  drawer = $state(false)

  /** The library has no place of its own. */
  readonly folded = $derived.by(() => this.width < (this.desk.reading ? THREE : BESIDE))
  /** Only one of answer and source is seen: the desk's front. */
  readonly single = $derived.by(() => !!this.desk.reading && this.width < TWO)
  /** There is room for three panes. */
  readonly roomy = $derived.by(() => this.width >= THREE)
  readonly libraryShown = $derived.by(() => (this.folded ? this.drawer : this.desk.libraryShown))

  constructor(private readonly desk: DeskState) {}

  /** What has the focus then is in the library, or where it is called for. */
  async showLibrary(shown = !this.libraryShown) {
    const within = document.querySelector('[data-testid=library]')?.contains(document.activeElement)
    if (this.desk.wide) this.desk.wide = false
    if (this.folded) this.drawer = shown
    else this.desk.libraryShown = shown
    await tick()
    if (shown && this.drawer) document.querySelector<HTMLElement>('[data-testid=library]')?.focus()
    else if (!shown && within) document.querySelector<HTMLElement>('[data-testid=show-library]')?.focus()
  }
}
