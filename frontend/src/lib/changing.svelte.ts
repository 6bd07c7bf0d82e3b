/** A value of a plain module that what is drawn from it follows. */
export class Changing<T> {
  now: T = $state.raw() as T

  constructor(first: T) {
    this.now = first
  }
}
