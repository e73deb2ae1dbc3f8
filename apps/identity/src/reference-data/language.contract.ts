import { Body, Id, ListQuery, Name, Nullable, OrderBy } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'

export const Language = Type.Object({
  id: Id,
  code: Type.String(),
  name: Type.String(),
  nativeName: Nullable(Type.String()),
})
export type Language = Static<typeof Language>

const LanguageName = Name(100)

export const NewLanguage = Body({
  code: Type.String({ trim: true, minLength: 2, maxLength: 35 }),
  name: LanguageName,
  nativeName: Type.Optional(Nullable(LanguageName)),
})
export type NewLanguage = Static<typeof NewLanguage>

export const LanguageChanges = Type.Partial(NewLanguage, { additionalProperties: false, minProperties: 1 })
export type LanguageChanges = Static<typeof LanguageChanges>

export const LanguageFilters = Type.Evaluate(
  Type.Intersect([
    ListQuery,
    OrderBy('id', 'code', 'name'),
    Type.Object({ search: Type.Optional(Type.String({ maxLength: 100 })) }),
  ]),
)
export type LanguageFilters = Static<typeof LanguageFilters>
