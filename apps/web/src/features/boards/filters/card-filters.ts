import type { Card } from '@atrium/tasks/boards/full-board.contract'
import type { Cycle } from '@atrium/tasks/cycles/cycle.contract'
import { namesTask } from '@atrium/tasks/projects/project-key.contract'
import { addDays } from '../../../data/days.ts'
import { assigneeIdsOf } from '../../../data/people/assignees.ts'
import { phaseOf } from '../../../data/planning/cycle-phase.ts'
import type { BoardFilters } from '../../../data/search-params.ts'

export const dueChoices = ['overdue', 'today', 'week', 'none'] as const

type Check = (card: Card) => boolean

interface FilterContext {
  myId: number
  today: string
  projectKey: string | null
  /** Needed only for the current one. */
  cycles: Cycle[]
}

/** A predicate for the cards that match all filters; undefined without filters. */
export function cardFilter(
  filters: BoardFilters,
  { myId, today, projectKey, cycles }: FilterContext,
): Check | undefined {
  const checks = [
    filters.search && hasWords(filters.search, projectKey),
    filters.assignee && isAssignedTo(filters.assignee.split(','), myId),
    filters.priority && hasPriority(filters.priority.split(',')),
    filters.sticker && hasSticker(filters.sticker.split(',')),
    filters.due && isDue(filters.due.split(','), today),
    filters.cycle && isInCycle(filters.cycle.split(','), cycles, today),
  ].filter(check => typeof check === 'function')
  if (checks.length === 0) return undefined
  return card => checks.every(check => check(card))
}

/** Every word is in the title, or is the task's key or number. */
function hasWords(search: string, projectKey: string | null): Check {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return ({ title, number }) => {
    const text = title.toLowerCase()
    return words.every(word => text.includes(word) || namesTask(word, number, projectKey))
  }
}

function isAssignedTo(people: string[], myId: number): Check {
  const ids = new Set(people.map(person => (person === 'me' ? String(myId) : person)))
  return card => {
    const assigneeIds = assigneeIdsOf(card)
    return assigneeIds.length === 0 ? ids.has('none') : assigneeIds.some(id => ids.has(String(id)))
  }
}

function hasPriority(ids: string[]): Check {
  return ({ priorityId }) => ids.includes(String(priorityId))
}

function hasSticker(ids: string[]): Check {
  return ({ stickerIds }) => stickerIds.some(id => ids.includes(String(id)))
}

function isInCycle(choices: string[], cycles: Cycle[], today: string): Check {
  const current = cycles.filter(cycle => phaseOf(cycle, today) === 'current')
  const ids = new Set(choices.includes('current') ? current.map(({ id }) => String(id)) : [])
  for (const choice of choices) ids.add(choice)
  return ({ cycleId }) => ids.has(String(cycleId ?? 'none'))
}

function isDue(choices: string[], today: string): Check {
  const inAWeek = addDays(today, 7)
  const fits: Record<string, Check> = {
    overdue: ({ dueDate, completedAt }) => dueDate !== null && dueDate < today && !completedAt,
    today: ({ dueDate }) => dueDate === today,
    week: ({ dueDate }) => dueDate !== null && dueDate >= today && dueDate <= inAWeek,
    none: ({ dueDate }) => dueDate === null,
  }
  return card => choices.some(choice => fits[choice]?.(card))
}
