/** The given fields that differ from the record: their old and new values. */
export function changedFields<Given extends object>(record: Required<Given>, given: Given) {
  const names = Object.keys(given) as (keyof Given)[]
  const changed = names.filter(name => given[name] !== undefined && given[name] !== record[name])
  const pick = (values: Given) =>
    Object.fromEntries(changed.map(name => [name, values[name]])) as Defined<Given>
  return changed.length > 0 ? { before: pick(record), after: pick(given) } : undefined
}

type Defined<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }
