/** Which custom field takes the values of a field of the source, by its name in lower case; null for none. */
export type FieldIds = Map<string, number | null>

export function fieldIdsOf(mapped: { name: string; fieldId: number | null }[]): FieldIds {
  return new Map(mapped.map(({ name, fieldId }) => [name.toLowerCase(), fieldId]))
}

/** The field that the user has chosen, or the one with the same name. */
export function findTarget<Field extends { id: number; name: string }>(
  name: string,
  known: Field[],
  fieldIds: FieldIds = new Map(),
) {
  const chosen = fieldIds.get(name.toLowerCase())
  if (chosen === null) return undefined
  return known.find(({ id, name: other }) =>
    chosen === undefined ? other.toLowerCase() === name.toLowerCase() : id === chosen,
  )
}
