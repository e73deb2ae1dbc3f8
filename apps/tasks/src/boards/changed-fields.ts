/** Of the given fields those that differ from the record: what they were, and what they become. */
export function changedFields<Given extends object>(record: Required<Given>, given: Given) {
  const names = Object.keys(given) as (keyof Given)[]
  const changed = names.filter(name => given[name] !== undefined && given[name] !== record[name])
  const pick = (values: Given) =>
    Object.fromEntries(changed.map(name => [name, values[name]])) as Defined<Given>
  return changed.length > 0 ? { before: pick(record), after: pick(given) } : undefined
}

/** Fields that are picked have a value. */
type Defined<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }
