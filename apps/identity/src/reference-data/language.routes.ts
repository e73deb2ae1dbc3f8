import { IdParams, Item, List, Message } from '@atrium/core/schema'
import { open } from '@atrium/http/access'
import type { App } from '@atrium/http/create-app'
import { actorOf, needs, permission } from '#access.ts'
import type { Deps } from '#deps.ts'
import { Language, LanguageChanges, LanguageFilters, NewLanguage } from './language.contract.ts'
import { getLanguage, listLanguages } from './language.queries.ts'
import { changeLanguage, createLanguage, removeLanguage } from './manage-languages.ts'

const tags = ['Reference data']
const write = needs('system:manage', permission('system.manage'))

export function languageRoutes(app: App, deps: Deps) {
  const { db } = deps

  app.get(
    '/languages',
    {
      config: { access: open },
      schema: {
        tags,
        summary: 'List languages',
        description:
          'Languages to choose from in a profile. `search` looks in names, native names and codes.',
        querystring: LanguageFilters,
        response: { 200: List(Language) },
      },
    },
    async ({ query }) => listLanguages(db, query),
  )

  app.get(
    '/languages/:id',
    {
      config: { access: open },
      schema: {
        tags,
        summary: 'Get a language',
        description: 'Returns one entry of the list of languages.',
        params: IdParams,
        response: { 200: Item(Language) },
      },
    },
    async ({ params }) => ({ item: await getLanguage(db, params.id) }),
  )

  app.post(
    '/languages',
    {
      config: { access: write },
      schema: {
        tags,
        summary: 'Create a language',
        description: 'Adds an entry to the list of languages. Codes are unique (409).',
        body: NewLanguage,
        response: { 200: Item(Language) },
      },
    },
    async request => ({ item: await createLanguage(deps, actorOf(request), request.body) }),
  )

  app.put(
    '/languages/:id',
    {
      config: { access: write },
      schema: {
        tags,
        summary: 'Update a language',
        description: 'Changes the given fields of the language.',
        params: IdParams,
        body: LanguageChanges,
        response: { 200: Item(Language) },
      },
    },
    async request => ({
      item: await changeLanguage(deps, actorOf(request), request.params.id, request.body),
    }),
  )

  app.delete(
    '/languages/:id',
    {
      config: { access: write },
      schema: {
        tags,
        summary: 'Delete a language',
        description: 'Removes it from the list of languages. 409 while a user profile refers to it.',
        params: IdParams,
        response: { 200: Message },
      },
    },
    async request => {
      await removeLanguage(deps, actorOf(request), request.params.id)
      return { message: 'The language is deleted' }
    },
  )
}
