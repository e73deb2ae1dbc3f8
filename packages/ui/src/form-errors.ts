import { hasCode } from './api-error.ts'

/** The messages of a 422: those of the form's own fields, and the rest, which concern the form as a whole. */
export function formErrors<Field extends string>(error: unknown, fields: Field[]) {
  const refused = hasCode(error, 422) ? error : undefined
  const all = Object.entries(refused?.fieldErrors ?? {})
  const isOwn = (field: string) => fields.some(own => own === field)
  const byField: Partial<Record<string, string>> = Object.fromEntries(
    all.filter(([field]) => isOwn(field)).map(([field, messages]) => [field, messages.join(' ')]),
  )
  const rest = all
    .filter(([field]) => !isOwn(field))
    .map(([field, messages]) => `${field}: ${messages.join(' ')}`)
  if (refused && all.length === 0) rest.push(refused.message)
  return { fields: byField as Partial<Record<Field, string>>, rest }
}
