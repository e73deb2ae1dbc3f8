import type { Card } from '@atrium/tasks/boards/full-board.contract'
import type { Cycle } from '@atrium/tasks/cycles/cycle.contract'
import type { CustomField, FieldOption } from '@atrium/tasks/fields/field.contract'
import type { Member } from '@atrium/tasks/projects/member.contract'
import type { TaskPriority } from '@atrium/tasks/tasks/priorities/task-priority.contract'
import { fullName } from '@atrium/ui/format'
import { changesOf, type LaneChanges, type LaneGrouping, laneKeyOf, NO_VALUE } from './lane-grouping.ts'
import type { ShownColumn } from './shown-columns.ts'

/** Members without cards get a lane only in small teams. */
const MAX_EMPTY_PEOPLE = 20

export type LaneParent = Pick<Card, 'id' | 'number' | 'title' | 'subtaskTotal' | 'subtaskDone'>

/** What a lane stands for. */
type LaneSubject =
  | { kind: 'person'; person: Member['user'] | undefined }
  | { kind: 'priority'; priority: TaskPriority }
  | { kind: 'parent'; parent: LaneParent | undefined }
  | { kind: 'option'; option: FieldOption }
  | { kind: 'cycle'; days: string }
  | { kind: 'checked' | 'none' }

/** A row across all columns. A board without lanes is a single one that stands for nothing. */
export interface ShownLane {
  key: string
  name: string
  subject: LaneSubject | undefined
  /** What cards get here; undefined where no card can be moved to. */
  changes: LaneChanges | undefined
  /** Each column with the cards of this lane. */
  cells: ShownColumn[]
  isCollapsed: boolean
}

export function singleLane(cells: ShownColumn[]): ShownLane[] {
  return [{ key: '', name: '', subject: undefined, changes: {}, cells, isCollapsed: false }]
}

export interface LaneWords {
  noAssignee: string
  noParent: string
  noCycle: string
  deletedCycle: string
  noValue: string
  formerMember: string
  unknownParent: string
  yes: string
  no: string
  priority: (priority: TaskPriority) => string
  cycleDays: (cycle: Cycle) => string
}

export interface LaneContext {
  myId: number
  members: Pick<Member, 'userId' | 'role' | 'user'>[]
  priorities: TaskPriority[]
  parents: ReadonlyMap<number, LaneParent>
  /** In the order of their dates, finished ones last. */
  cycles: Cycle[]
  words: LaneWords
  /** Lanes without cards are hidden while filters hide cards. */
  isFiltered: boolean
  collapsed: ReadonlySet<string>
  /** A lane that stays although its last card has been picked up. */
  keptKey?: string | undefined
}

/** In their order; a card is in exactly one lane. */
export function boardLanes(
  columns: ShownColumn[],
  grouping: LaneGrouping,
  context: LaneContext,
): ShownLane[] {
  const cells = columns.map(({ cards }) => Map.groupBy(cards, card => laneKeyOf(grouping, card)))
  const used = new Set(cells.flatMap(byKey => [...byKey.keys()]))
  if (context.keptKey !== undefined) used.add(context.keptKey)
  return lanesOf(grouping, used, context)
    .filter(({ key, isOptional }) => used.has(key) || (!context.isFiltered && !isOptional))
    .map(({ isOptional: _, ...lane }) => ({
      ...lane,
      cells: columns.map((shown, at) => ({ ...shown, cards: cells[at]?.get(lane.key) ?? [] })),
      isCollapsed: context.collapsed.has(lane.key),
    }))
}

type Lane = Omit<ShownLane, 'cells' | 'isCollapsed'> & {
  /** Shown only if it has cards. */
  isOptional?: boolean
}

function lanesOf(grouping: LaneGrouping, used: ReadonlySet<string>, context: LaneContext): Lane[] {
  const { words, priorities } = context
  const entry = (key: string) => ({ key, changes: changesOf(grouping, key) })
  const none = (name: string): Lane => ({ ...entry(NO_VALUE), name, subject: { kind: 'none' } })
  switch (grouping.by) {
    case 'assignee':
      return [...peopleLanes(grouping, used, context), none(words.noAssignee)]
    case 'parent':
      return [...parentLanes(grouping, used, context), none(words.noParent)]
    case 'cycle':
      return [...cycleLanes(grouping, used, context), none(words.noCycle)]
    case 'priority':
      return priorities
        .toSorted((one, other) => other.level - one.level)
        .map(priority => ({
          ...entry(String(priority.id)),
          name: words.priority(priority),
          subject: { kind: 'priority', priority },
        }))
    case 'field': {
      const { type, isRequired } = grouping.field
      if (type === 'checkbox')
        return [{ ...entry('true'), name: words.yes, subject: { kind: 'checked' } }, none(words.no)]
      const withValue =
        type === 'person' ? peopleLanes(grouping, used, context) : optionLanes(grouping, grouping.field)
      // Tasks that are older than the field can be without a value, but none can lose it.
      const noValue = none(words.noValue)
      return [...withValue, isRequired ? { ...noValue, changes: undefined, isOptional: true } : noValue]
    }
  }
}

function optionLanes(grouping: LaneGrouping, { options }: CustomField): Lane[] {
  return options.map(option => ({
    key: String(option.id),
    changes: changesOf(grouping, String(option.id)),
    name: option.name,
    subject: { kind: 'option', option },
  }))
}

/** The current user, then the others by name. Those who left the project only while cards name them. */
function peopleLanes(
  grouping: LaneGrouping,
  used: ReadonlySet<string>,
  { members, myId, words }: LaneContext,
): Lane[] {
  const canHave = ({ role }: { role: string }) => grouping.by === 'field' || role !== 'viewer'
  const isSmall = members.filter(canHave).length <= MAX_EMPTY_PEOPLE
  const ordered = members.toSorted(
    (one, other) =>
      Number(other.userId === myId) - Number(one.userId === myId) ||
      fullName(one.user).localeCompare(fullName(other.user)) ||
      one.userId - other.userId,
  )
  const known = new Set(members.map(({ userId }) => String(userId)))
  const former = [...used].filter(key => key !== NO_VALUE && !known.has(key)).toSorted(byNumber)
  return [
    ...ordered.map((member): Lane => {
      const key = String(member.userId)
      return {
        key,
        name: fullName(member.user),
        subject: { kind: 'person', person: member.user },
        changes: canHave(member) ? changesOf(grouping, key) : undefined,
        isOptional: !canHave(member) || (!isSmall && member.userId !== myId),
      }
    }),
    ...former.map(
      (key): Lane => ({
        key,
        name: words.formerMember,
        subject: { kind: 'person', person: undefined },
        changes: undefined,
      }),
    ),
  ]
}

/** Only parents whose sub-tasks are on the board, by number. */
function parentLanes(
  grouping: LaneGrouping,
  used: ReadonlySet<string>,
  { parents, words }: LaneContext,
): Lane[] {
  const numberOf = (key: string) => parents.get(Number(key))?.number ?? Number(key)
  return [...used]
    .filter(key => key !== NO_VALUE)
    .toSorted((one, other) => numberOf(one) - numberOf(other))
    .map(key => {
      const parent = parents.get(Number(key))
      return {
        key,
        name: parent?.title ?? words.unknownParent,
        subject: { kind: 'parent', parent },
        changes: parent && changesOf(grouping, key),
      }
    })
}

/** The cycles that still take cards; finished ones only with cards on the board, which can leave them. */
function cycleLanes(
  grouping: LaneGrouping,
  used: ReadonlySet<string>,
  { cycles, words }: LaneContext,
): Lane[] {
  const known = new Set(cycles.map(({ id }) => String(id)))
  const deleted = [...used].filter(key => key !== NO_VALUE && !known.has(key)).toSorted(byNumber)
  return [
    ...cycles.map((cycle): Lane => {
      const key = String(cycle.id)
      const isFinished = cycle.finishedAt !== null
      return {
        key,
        name: cycle.name,
        subject: { kind: 'cycle', days: words.cycleDays(cycle) },
        changes: isFinished ? undefined : changesOf(grouping, key),
        isOptional: isFinished,
      }
    }),
    ...deleted.map(
      (key): Lane => ({
        key,
        name: words.deletedCycle,
        subject: { kind: 'cycle', days: '' },
        changes: undefined,
      }),
    ),
  ]
}

function byNumber(one: string, other: string) {
  return Number(one) - Number(other)
}
