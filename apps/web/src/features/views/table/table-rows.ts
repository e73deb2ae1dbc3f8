import type { TaskGroup } from '@atrium/tasks/tasks/summary/task-summary.contract'
import { PAGE_SIZE } from '../view/view-state.ts'

/** Tasks in a row of the list; only their number is known in advance. */
export interface Section {
  group: TaskGroup | undefined
  count: number
  isCollapsed: boolean
  /** The row of its header, or of its first task if there are no groups. */
  start: number
}

export type Row =
  | { type: 'group'; section: Section; sectionIndex: number }
  | { type: 'task'; section: Section; sectionIndex: number; index: number }

interface Summary {
  count: number
  groups: TaskGroup[]
}

/** Without groups, all tasks are one section without a header. */
export function sectionsOf({ count, groups }: Summary, isGrouped: boolean, collapsed: ReadonlySet<string>) {
  if (!isGrouped) return [{ group: undefined, count, isCollapsed: false, start: 0 }]
  let start = 0
  return groups.map((group): Section => {
    const isCollapsed = collapsed.has(keyOf(group))
    const section = { group, count: group.count, isCollapsed, start }
    start += 1 + (isCollapsed ? 0 : group.count)
    return section
  })
}

export function keyOf({ key }: TaskGroup) {
  return key ?? ''
}

export function rowCount(sections: Section[]) {
  const last = sections.at(-1)
  return last ? last.start + sizeOf(last) : 0
}

function sizeOf({ group, count, isCollapsed }: Section) {
  return (group ? 1 : 0) + (isCollapsed ? 0 : count)
}

/** Found by halving: a table has up to a million rows. */
export function rowAt(sections: Section[], at: number): Row | undefined {
  let low = 0
  let high = sections.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((sections[middle] as Section).start <= at) low = middle
    else high = middle - 1
  }
  const section = sections[low]
  if (!section || at < 0 || at >= section.start + sizeOf(section)) return undefined
  if (section.group && at === section.start) return { type: 'group', section, sectionIndex: low }
  const index = at - section.start - (section.group ? 1 : 0)
  return { type: 'task', section, sectionIndex: low, index }
}

export interface PageOfSection {
  sectionIndex: number
  page: number
}

/** The pages that have the rows from one to another. */
export function pagesBetween(sections: Section[], first: number, last: number): PageOfSection[] {
  const pages = new Map<string, PageOfSection>()
  for (let at = first; at <= last; at += 1) {
    const row = rowAt(sections, at)
    if (row?.type !== 'task') continue
    const page = pageOf(row.index)
    pages.set(`${row.sectionIndex} ${page}`, { sectionIndex: row.sectionIndex, page })
  }
  return [...pages.values()]
}

export function pageOf(index: number) {
  return Math.floor(index / PAGE_SIZE) + 1
}

/** The row of a section's header or task that the keyboard reaches next, past the ends of the table none. */
export function clampRow(sections: Section[], at: number) {
  return Math.max(0, Math.min(at, rowCount(sections) - 1))
}
