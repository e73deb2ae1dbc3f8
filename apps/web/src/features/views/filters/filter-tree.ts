import type { Filter } from '@atrium/tasks/views/filter.contract'

/** From the root to a part of the filter: the position at each level. */
export type Path = readonly number[]

export type Group = { all: Filter[] } | { any: Filter[] }

export function isGroup(filter: Filter): filter is Group {
  return 'all' in filter || 'any' in filter
}

export function partsOf(group: Group) {
  return 'all' in group ? group.all : group.any
}

/** The filter as a group, so that conditions can be added to it. */
export function asGroup(filter: Filter): Group {
  return isGroup(filter) ? filter : { all: [filter] }
}

function withParts(group: Group, parts: Filter[]): Group {
  return 'all' in group ? { all: parts } : { any: parts }
}

/** Replaces a part, or removes it; groups that become empty disappear with it. */
export function replaceAt(filter: Filter, path: Path, next: Filter | undefined): Filter | undefined {
  const [at, ...rest] = path
  if (at === undefined) return next
  if ('not' in filter) {
    const inner = replaceAt(filter.not, rest, next)
    return inner && { not: inner }
  }
  const group = asGroup(filter)
  const parts = partsOf(group).flatMap((part, index) => {
    if (index !== at) return [part]
    return replaceAt(part, rest, next) ?? []
  })
  return parts.length === 0 ? undefined : withParts(group, parts)
}

/** Adds a condition or a group to the group at the path. */
export function addAt(root: Filter, path: Path, added: Filter): Filter {
  const [at, ...rest] = path
  if ('not' in root) return { not: addAt(root.not, rest, added) }
  const group = asGroup(root)
  if (at === undefined) return withParts(group, [...partsOf(group), added])
  return withParts(
    group,
    partsOf(group).map((part, index) => (index === at ? addAt(part, rest, added) : part)),
  )
}

/** Joins a condition with the one at the path, in a group of the other kind than the one around it. */
export function joinAt(root: Filter, path: Path, added: Filter): Filter | undefined {
  const existing = partAt(root, path)
  const around = partAt(root, path.slice(0, -1))
  const pair = [existing, added]
  return replaceAt(root, path, 'any' in asGroup(around) ? { all: pair } : { any: pair })
}

function partAt(filter: Filter, [at, ...rest]: Path): Filter {
  if (at === undefined) return filter
  const parts = 'not' in filter ? [filter.not] : partsOf(asGroup(filter))
  return partAt(parts[at] as Filter, rest)
}

/** `and` becomes `or` and the other way round. */
export function flipAt(root: Filter, path: Path): Filter {
  const [at, ...rest] = path
  if ('not' in root) return { not: flipAt(root.not, rest) }
  const group = asGroup(root)
  const parts = partsOf(group)
  if (at === undefined) return 'all' in group ? { any: parts } : { all: parts }
  return withParts(
    group,
    parts.map((part, index) => (index === at ? flipAt(part, rest) : part)),
  )
}

/** A group of one condition is the condition. */
export function simplified(filter: Filter | undefined): Filter {
  if (!filter) return { all: [] }
  if ('not' in filter) return { not: simplified(filter.not) }
  if (!isGroup(filter)) return filter
  const parts = partsOf(filter).map(simplified)
  return parts.length === 1 ? (parts[0] as Filter) : withParts(filter, parts)
}
