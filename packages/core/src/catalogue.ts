import type { Language } from './language.ts'

/** With `{name}` for a parameter, or a function where the words depend on it, as plurals do. */
type Text = string | ((params: never) => string)

/** Without a status it is about one field and part of a `validation_failed`. */
export interface CatalogueEntry {
  status?: number
  /** What `details.kind` says, if the status does not. */
  kind?: 'entity-already-exists' | 'conflict' | 'address-not-found'
  en: Text
  ru: Text
}

/** Everything a chapter refuses with, by code. */
export type Catalogue = Record<string, CatalogueEntry>

export type Params = Record<string, unknown>

/** A chapter's catalogue. What `en` needs as parameters is what the code needs where it is thrown. */
export function defineErrors<const T extends Catalogue>(entries: T): T {
  return entries
}

/** The catalogues of a service as one; a code has one meaning. */
export function mergeCatalogues<const T extends Catalogue[]>(...catalogues: T) {
  const merged: Catalogue = {}
  for (const [code, entry] of catalogues.flatMap(catalogue => Object.entries(catalogue))) {
    if (merged[code] && merged[code] !== entry) throw new Error(`the error code ${code} is defined twice`)
    merged[code] = entry
  }
  return merged as Merged<T>
}

type Merged<T extends Catalogue[]> = T extends [
  infer First extends Catalogue,
  ...infer Rest extends Catalogue[],
]
  ? First & Merged<Rest>
  : unknown

/** What an error says in a language. An unknown code is shown as it is. */
export function textOf(catalogue: Catalogue, language: Language, code: string, params: Params = {}) {
  const text = catalogue[code]?.[language]
  if (text === undefined) return code
  if (typeof text === 'function') return text(params as never)
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''))
}

type PlaceholdersIn<S extends string> = S extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholdersIn<Rest>
  : never

/** The parameters that an entry's text needs; `object` if it needs none. */
export type ParamsOf<Entry> = Entry extends { en: (params: infer Needed) => string }
  ? Needed
  : Entry extends { en: infer S extends string }
    ? { [Name in PlaceholdersIn<S>]: string | number }
    : object

export type CodesWithStatus<C, Status> = {
  [Code in keyof C]: C[Code] extends { status: Status } ? Code : never
}[keyof C] &
  string

export type FieldCodes<C> = {
  [Code in keyof C]: C[Code] extends { status: number } ? never : Code
}[keyof C] &
  string
