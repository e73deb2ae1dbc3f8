import { everyOf, type Filter, parseFilter } from '@atrium/tasks/views/filter.contract'
import { printFilter } from '@atrium/tasks/views/filter-text.contract'

/** The filter on another view: the usual one of the view that is left is replaced, and the rest is kept. */
export function carriedFilter(filter: string, usualHere: string, usualThere: string) {
  if (usualHere === usualThere) return filter
  try {
    const parts = partsOf(filter)
    const usual = partsOf(usualHere).map(textOf)
    const rest = parts.filter(part => !usual.includes(textOf(part)))
    return textOf(everyOf(...partsOf(usualThere), ...rest))
  } catch {
    return filter // custom fields, or a text that the view shows as invalid
  }
}

function partsOf(text: string): Filter[] {
  const filter = parseFilter(text)
  return 'all' in filter ? filter.all : [filter]
}

function textOf(filter: Filter) {
  return printFilter(filter)
}
