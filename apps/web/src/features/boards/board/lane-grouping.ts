import type { Card } from '@atrium/tasks/boards/full-board.contract'
import { type CustomField, laneFieldTypes } from '@atrium/tasks/fields/field.contract'
import type { TaskMove } from '@atrium/tasks/tasks/task.contract'
import { withChangedFields } from '../../../data/boards/board-cache.ts'
import { assigneeIdsOf, assigneesAfter } from '../../../data/people/assignees.ts'

/** What the lanes of a board stand for. */
export type LaneGrouping =
  | { by: 'assignee' | 'priority' | 'parent' | 'cycle' }
  | { by: 'field'; field: CustomField }

/** What a card gets when it enters a lane. */
export type LaneChanges = Pick<
  TaskMove,
  'assigneeId' | 'assigneeIds' | 'priorityId' | 'parentId' | 'cycleId' | 'fields'
>

type LaneValues = Pick<Card, 'assigneeId' | 'priorityId' | 'parentId' | 'cycleId' | 'fields'> &
  Partial<Pick<Card, 'assigneeIds'>>

/** The lane of cards without a value. */
export const NO_VALUE = 'none'

const ofTasks = ['assignee', 'priority', 'parent', 'cycle'] as const

/** By names as in the address: `assignee`, `cf12`. */
export function offeredGroupings(fields: CustomField[]): { name: string; grouping: LaneGrouping }[] {
  const isOffered = ({ type }: CustomField) => laneFieldTypes.some(one => one === type)
  return [
    ...ofTasks.map(by => ({ name: by, grouping: { by } })),
    ...fields
      .filter(isOffered)
      .map(field => ({ name: `cf${field.id}`, grouping: { by: 'field' as const, field } })),
  ]
}

/** Undefined for a board without lanes, and for a field that is gone. */
export function groupingNamed(name: string | undefined, fields: CustomField[]): LaneGrouping | undefined {
  return offeredGroupings(fields).find(offered => offered.name === name)?.grouping
}

export function laneKeyOf(grouping: LaneGrouping, card: LaneValues): string {
  if (grouping.by !== 'field') return String(card[`${grouping.by}Id`] ?? NO_VALUE)
  const value = card.fields[grouping.field.id]
  return value === undefined || value === false ? NO_VALUE : String(value)
}

export function changesOf(grouping: LaneGrouping, key: string): LaneChanges {
  if (grouping.by !== 'field') return { [`${grouping.by}Id`]: key === NO_VALUE ? null : Number(key) }
  const { id, type } = grouping.field
  if (type === 'checkbox') return { fields: { [id]: key !== NO_VALUE } }
  return { fields: { [id]: key === NO_VALUE ? null : Number(key) } }
}

/** The values that a card has before it enters the lane. */
export function valuesBefore(card: LaneValues, { fields, ...changes }: LaneChanges): LaneChanges {
  const names = Object.keys(changes) as (keyof typeof changes)[]
  const values = { ...card, assigneeIds: assigneeIdsOf(card) }
  // The one who was responsible comes back with everyone else.
  const before = Object.fromEntries(
    names.map(name => (name === 'assigneeId' ? 'assigneeIds' : name)).map(name => [name, values[name]]),
  )
  if (!fields) return before
  return {
    ...before,
    fields: Object.fromEntries(Object.keys(fields).map(id => [id, card.fields[id] ?? null])),
  }
}

/** The card as it is in the lane. */
export function withLaneChanges(card: Card, { fields, ...changes }: LaneChanges): Card {
  const assignees = assigneesAfter(card, changes)
  return {
    ...card,
    ...changes,
    ...assignees,
    ...(fields && { fields: withChangedFields(card.fields, fields) }),
  } as Card
}
