import { contractsOf, open } from '@atrium/core/contract'
import { Body, Id, Item, List, ListQuery, Message, Name, Nullable, OrderBy } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { needs, permission } from '#access.contract.ts'

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

const LanguageChanges = Type.Partial(NewLanguage, { additionalProperties: false, minProperties: 1 })

const LanguageFilters = Type.Object({
  ...ListQuery.properties,
  ...OrderBy('id', 'code', 'name').properties,
  search: Type.Optional(Type.String({ maxLength: 100 })),
})

const contract = contractsOf('Reference data')
const write = needs('system:manage', permission('system.manage'))

export const listLanguages = contract('listLanguages', 'GET /languages', {
  summary: 'List languages',
  description: 'Languages to choose from in a profile. `search` looks in names, native names and codes.',
  access: open,
  query: LanguageFilters,
  reply: List(Language),
})

export const getLanguage = contract('getLanguage', 'GET /languages/:id', {
  summary: 'Get a language',
  description: 'Returns one entry of the list of languages.',
  access: open,
  reply: Item(Language),
  errors: ['language_not_found'],
})

export const createLanguage = contract('createLanguage', 'POST /languages', {
  summary: 'Create a language',
  description: 'Adds an entry to the list of languages. Codes are unique (409).',
  access: write,
  body: NewLanguage,
  reply: Item(Language),
  errors: ['language_code_taken'],
})

export const updateLanguage = contract('updateLanguage', 'PUT /languages/:id', {
  summary: 'Update a language',
  description: 'Changes the given fields of the language.',
  access: write,
  body: LanguageChanges,
  reply: Item(Language),
  errors: ['language_not_found', 'language_code_taken'],
})

export const deleteLanguage = contract('deleteLanguage', 'DELETE /languages/:id', {
  summary: 'Delete a language',
  description: 'Removes it from the list of languages. 409 while a user profile refers to it.',
  access: write,
  reply: Message,
  errors: ['language_not_found'],
})
