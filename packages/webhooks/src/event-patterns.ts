/** Whether an event is one of the types that a webhook lists; `task.*` stands for all that begin with `task.`. */
export function matchesTypes(patterns: readonly string[], type: string) {
  return patterns.some(pattern =>
    pattern.endsWith('.*') ? type.startsWith(pattern.slice(0, -1)) : pattern === type,
  )
}

/** Returns the patterns that match no known type. */
export function listUnknownPatterns(patterns: readonly string[], known: readonly string[]) {
  return patterns.filter(pattern => !known.some(type => matchesTypes([pattern], type)))
}
