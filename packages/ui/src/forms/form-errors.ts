import { ApiError } from '@atrium/client/api-error'

/**
 * What the application says about an error instead of the server, by error code: a text for the form as a whole,
 * or texts for its fields. `conflict` covers every 409 whose code is not listed.
 */
export type Explanations = Record<string, string | Partial<Record<string, string>> | undefined>

export interface FormErrors {
  fields: Record<string, string>
  message: string | undefined
}

interface FormFields {
  fields: string[]
  /** Fields that are lists of rows: an error of `claims.0.name` belongs to an input of the form, too. */
  rows?: string[] | undefined
  /** Fields of the request that the form shows under another name. */
  aliases?: Partial<Record<string, string>> | undefined
  explain?: Explanations | undefined
}

/** Splits a refusal into messages for the form's fields and one for the form; other errors are notifications. */
export function readFormErrors(error: unknown, form: FormFields): FormErrors {
  if (!(error instanceof ApiError)) return { fields: {}, message: undefined }
  const explanation = form.explain && explanationOf(error, form.explain)
  if (typeof explanation === 'string') return { fields: {}, message: explanation }
  if (explanation) return { fields: ownFields(error, explanation), message: undefined }
  if (error.status === 422) return validationErrors(error, form)
  const isUnexplainedConflict = error.status === 409 && form.explain
  return { fields: {}, message: isUnexplainedConflict ? error.message : undefined }
}

export function explanationOf(error: unknown, explanations: Explanations) {
  if (!(error instanceof ApiError)) return undefined
  return (
    explanations[error.details.reason ?? ''] ?? (error.status === 409 ? explanations.conflict : undefined)
  )
}

/** An error that names its field concerns only that one. */
function ownFields({ details }: ApiError, texts: Partial<Record<string, string>>) {
  const present = Object.entries(texts).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const named = present.filter(([field]) => field === details.field)
  return Object.fromEntries(named.length > 0 ? named : present)
}

function validationErrors(error: ApiError, { fields, rows = [], aliases = {} }: FormFields): FormErrors {
  const byField: Record<string, string> = {}
  const rest: string[] = []
  for (const [name, messages] of Object.entries(error.fieldErrors)) {
    const field = aliases[name] ?? name
    const text = messages.join(' ')
    if (fields.includes(field) || rows.some(row => field.startsWith(`${row}.`))) byField[field] ??= text
    else rest.push(`${name}: ${text}`)
  }
  if (Object.keys(error.fieldErrors).length === 0) rest.push(error.message)
  return { fields: byField, message: rest.length > 0 ? rest.join(' ') : undefined }
}
