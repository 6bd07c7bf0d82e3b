/** Where a floating box goes: under its anchor, or above it where there is no room below. */
export function placed(anchor: DOMRect, width: number, height: number, align: 'start' | 'end' = 'start', gap = 6): { left: number; top: number } {
  const edge = 8
  const wish = align === 'start' ? anchor.left : anchor.right - width
  const left = Math.max(edge, Math.min(wish, innerWidth - width - edge))
  const below = anchor.bottom + gap
  const top = below + height <= innerHeight - edge ? below : Math.max(edge, anchor.top - gap - height)
  return { left, top }
}
