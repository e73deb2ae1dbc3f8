/** Of the given fields those that differ from the record: what they were, and what they are to be. */
export function changedFields<Given extends object>(record: Record<keyof Given, unknown>, given: Given) {
  const names = Object.keys(given) as (keyof Given)[]
  const changed = names.filter(name => given[name] !== undefined && given[name] !== record[name])
  const pick = (values: Record<keyof Given, unknown>) =>
    Object.fromEntries(changed.map(name => [name, values[name]]))
  return changed.length > 0 ? { before: pick(record), after: pick(given) as Partial<Given> } : undefined
}
