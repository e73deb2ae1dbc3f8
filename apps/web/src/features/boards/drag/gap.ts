/** The space below each card, in pixels. */
export const ROW_GAP = 8

interface Row {
  index: number
  size: number
}

/**
 * How far a row is from where it would be without the drag: the dragged card leaves its place, and a gap opens where it
 * would be dropped. Indexes count the dragged card where it was.
 */
export function rowShift(index: number, dragged: Row | undefined, gap: Row | undefined) {
  const closed = dragged && index > dragged.index ? dragged.size : 0
  const opened = gap && index >= gap.index ? gap.size : 0
  return opened - closed
}

/**
 * Before the row in its upper half, after it in its lower half. It depends on where the row would be without the drag, so
 * that the gap does not flicker when rows move under the pointer.
 */
export function gapIndexAt(row: (Row & { start: number }) | undefined, offset: number) {
  if (!row) return 0
  return offset < row.start + row.size / 2 ? row.index : row.index + 1
}
