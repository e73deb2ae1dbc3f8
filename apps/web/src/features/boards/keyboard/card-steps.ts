import type { Card } from '@atrium/tasks/boards/full-board.contract'
import type { ShownLane } from '../board/board-lanes.ts'
import { accepts, type FoundCard, findShownCard, placeInLane } from '../board/card-place.ts'

/** The card that a key moves the focus to; empty cells, and collapsed columns and lanes are skipped. */
export function nextCard(lanes: ShownLane[], taskId: number, key: string): Card | undefined {
  const found = findShownCard(lanes, taskId)
  if (!found) return undefined
  const { cards } = found.shown
  const step = rowSteps[key]
  if (step) return cards[found.index + step] ?? endOf(besideLane(lanes, found, step), found.at, step)
  if (key === 'Home' || key === 'End') {
    const column = lanes.flatMap(lane => (lane.isCollapsed ? [] : (lane.cells[found.at]?.cards ?? [])))
    return column.at(key === 'Home' ? 0 : -1)
  }
  const laneStep = laneSteps[key]
  if (laneStep) return firstCard(besideLane(lanes, found, laneStep), found.at)
  const { cells } = found.lane
  const beside = key === 'ArrowLeft' ? cells.slice(0, found.at).reverse() : cells.slice(found.at + 1)
  const next = beside.find(shown => shown.cards.length > 0 && !shown.isCollapsed)?.cards
  return next?.[Math.min(found.index, next.length - 1)]
}

/** Lanes that can be walked to, the nearest first. */
function besideLane(lanes: ShownLane[], { lane }: FoundCard, step: number) {
  const at = lanes.findIndex(({ key }) => key === lane.key)
  const beside = step < 0 ? lanes.slice(0, at).reverse() : lanes.slice(at + 1)
  return beside.filter(({ isCollapsed }) => !isCollapsed)
}

/** Coming from above, the first card of the column in the nearest lane that has one; from below, the last. */
function endOf(lanes: ShownLane[], at: number, step: number) {
  const cards = lanes.map(({ cells }) => cells[at]?.cards ?? []).find(({ length }) => length > 0)
  return cards?.at(step < 0 ? -1 : 0)
}

/** In this column, or else in the nearest one. */
function firstCard(lanes: ShownLane[], at: number) {
  const open = ({ cells }: ShownLane) => cells.filter(cell => cell.cards.length > 0 && !cell.isCollapsed)
  const lane = lanes.find(each => open(each).length > 0)
  if (!lane) return undefined
  const distance = (cell: ShownLane['cells'][number]) => Math.abs(lane.cells.indexOf(cell) - at)
  return open(lane).toSorted((one, other) => distance(one) - distance(other))[0]?.cards[0]
}

/** Where a key moves the picked-up card. */
export function nextPlace(lanes: ShownLane[], taskId: number, key: string) {
  const found = findShownCard(lanes, taskId)
  const target = found && nextTarget(lanes, found, key)
  const shown = target?.lane.cells[target.at]
  if (!found || !target || !shown) return undefined
  const others = shown.cards.filter(({ id }) => id !== taskId)
  const index = Math.max(0, Math.min(target.index, others.length))
  const isOwnCell = shown === found.shown
  if (isOwnCell && index === found.index) return undefined
  // The gap counts the card where it was.
  const place = placeInLane(target.lane, shown, found, isOwnCell && index > found.index ? index + 1 : index)
  if (!place) return undefined
  return {
    place,
    laneKey: target.lane.key,
    title: found.card.title,
    position: index + 1,
    count: others.length + 1,
    column: shown.column.title,
    lane: target.lane.name,
  }
}

/** Past the ends of a cell, up and down lead to the next lane, which expands. */
function nextTarget(lanes: ShownLane[], { lane, at, index, shown, card }: FoundCard, key: string) {
  const columnStep = columnSteps[key]
  if (columnStep) return { lane, at: at + columnStep, index }
  const step = rowSteps[key]
  const isInside = step && index + step >= 0 && index + step < shown.cards.length
  if (isInside) return { lane, at, index: index + step }
  const laneStep = step ?? laneSteps[key]
  if (!laneStep) return undefined
  const from = lanes.findIndex(each => each.key === lane.key)
  const beside = laneStep < 0 ? lanes.slice(0, from).reverse() : lanes.slice(from + 1)
  const next = beside.find(each => accepts(each, card))
  return next && { lane: next, at, index: step && step < 0 ? Number.POSITIVE_INFINITY : 0 }
}

const columnSteps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }
const rowSteps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 }
const laneSteps: Record<string, number> = { PageUp: -1, PageDown: 1 }
