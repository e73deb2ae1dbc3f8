import { fillIn, type Params, type ParamsOf as ParamsOfText } from '@atrium/texts/fill-in'
import type { Language } from './language.ts'

export type { Params } from '@atrium/texts/fill-in'

/** Without a status it is about one field and part of a `validation_failed`. */
export interface CatalogueEntry {
  status?: number
  /** What `details.kind` says, if the status does not. */
  kind?: Kind
  text: (language: string) => string
}

type Kind = 'entity-already-exists' | 'conflict' | 'address-not-found'
type Status = number | { status: number; kind: Kind }

/** Everything a chapter refuses with, by code. */
export type Catalogue = Record<string, CatalogueEntry>

/**
 * Defines the catalogue of a chapter: a code for each of its texts, and the statuses of those that are not about single fields. What the
 * English text needs as parameters is what the code needs where it is thrown.
 */
export function defineErrors<
  const Texts extends Record<string, string>,
  const Statuses extends { [Code in keyof Texts]?: Status },
>(
  texts: (language: string) => Texts,
  statuses: Statuses & Record<Exclude<keyof Statuses, keyof Texts>, never>,
) {
  const entries = Object.keys(texts('en')).map((code): [string, CatalogueEntry] => {
    const status = (statuses as Record<string, Status | undefined>)[code]
    const text = (language: string) => texts(language)[code] ?? code
    return [code, { ...(typeof status === 'number' ? { status } : status), text }]
  })
  return Object.fromEntries(entries) as {
    [Code in keyof Texts]: Code extends keyof Statuses
      ? Entry<Texts[Code], Statuses[Code]>
      : Entry<Texts[Code], object>
  }
}

type Entry<Text, Given> = { text: (language: string) => Text } & (Given extends number
  ? { status: Given }
  : Given)

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
  const text = catalogue[code]?.text(language)
  return text === undefined ? code : fillIn(text, params, language)
}

/** The parameters that the text of an entry needs. */
export type ParamsOf<Entry> = Entry extends { text: (language: string) => infer Text extends string }
  ? ParamsOfText<Text>
  : object

export type CodesWithStatus<C, Status> = {
  [Code in keyof C]: C[Code] extends { status: Status } ? Code : never
}[keyof C] &
  string

export type FieldCodes<C> = {
  [Code in keyof C]: C[Code] extends { status: number } ? never : Code
}[keyof C] &
  string
