// jsdom has neither of these, and the components ask for them.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
Range.prototype.getClientRects ??= () => [] as unknown as DOMRectList
