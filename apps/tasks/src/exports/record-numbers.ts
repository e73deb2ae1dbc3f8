/** What records of an export refer to. In an export each has a number: its place among its kind, from 1. */
export const numberedKinds = [
  'project',
  'people',
  'boards',
  'columns',
  'pastColumns',
  'stickers',
  'fields',
  'options',
  'cycles',
  'milestones',
  'tasks',
  'pastTasks',
  'recurrences',
  'comments',
  'checklistItems',
  'attachments',
  'relations',
  'links',
  'time',
  'views',
  'templates',
  'forms',
  'webhooks',
] as const
export type NumberedKind = (typeof numberedKinds)[number]

/** The number of what does not exist any more, or is not part of the export. */
export const NOTHING = 0

/** Translates between the ids of an installation and the numbers of an export, in one of the two directions. */
export interface Numbering {
  /** Undefined for what is not part of the export. */
  find: (kind: NumberedKind, key: unknown) => number | undefined
}

/** From ids to numbers. The lists of ids are in the order of the export. */
export function numbersOf(ids: Partial<Record<NumberedKind, number[]>>): Numbering {
  const finders = new Map(Object.entries(ids).map(([kind, list]) => [kind, finderOf(list)]))
  return { find: (kind, key) => finders.get(kind)?.(Number(key)) }
}

/** From numbers to the ids that an import has assigned. */
export function idsOf(ids: ReadonlyMap<NumberedKind, readonly number[]>): Numbering {
  return {
    find: (kind, key) => (Number.isInteger(Number(key)) ? ids.get(kind)?.[Number(key) - 1] : undefined),
  }
}

/** Eight bytes for each record of a project with a million comments, as long as they are in the order of their ids. */
function finderOf(ids: number[]) {
  const isSorted = ids.every((id, index) => index === 0 || id > (ids[index - 1] as number))
  if (!isSorted) {
    const places = new Map(ids.map((id, index) => [id, index + 1]))
    return (id: number) => places.get(id)
  }
  const sorted = Float64Array.from(ids)
  return (id: number) => {
    let low = 0
    let high = sorted.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sorted[middle] as number) < id) low = middle + 1
      else high = middle
    }
    return sorted[low] === id ? low + 1 : undefined
  }
}
