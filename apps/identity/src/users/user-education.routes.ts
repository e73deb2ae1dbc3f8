import { listReply, pageOf } from '@atrium/core/paging'
import { IdParams, Item, List, Message } from '@atrium/core/schema'
import type { App } from '@atrium/http/create-app'
import { actorOf, bodyUser, listedUser, needs, ownOrAny, queryUser, selfOrAny } from '#access.ts'
import type { Deps } from '#deps.ts'
import { changeEducation, createEducation, dateErrors, removeEducation } from './manage-educations.ts'
import { Education, EducationChanges, EducationFilters, NewEducation } from './user-education.contract.ts'
import {
  countEducations,
  findEducationOwner,
  getEducation,
  listEducations,
} from './user-education.queries.ts'

const tags = ['Educations']

export function educationRoutes(app: App, deps: Deps) {
  const { db } = deps
  const findOwner = (id: number) => findEducationOwner(db, id)
  const read = needs('user-educations:read', ownOrAny('user_educations.read', 'Education', findOwner))
  const write = needs('user-educations:write', ownOrAny('user_educations.write', 'Education', findOwner))

  app.get(
    '/user-educations',
    {
      config: { access: needs('user-educations:read', selfOrAny('user_educations.read', queryUser)) },
      schema: {
        tags,
        summary: 'List education entries',
        description:
          'Your own entries, or those of `userId`. With the permission `user_educations.read.any` and without `userId`, the entries of all users.',
        querystring: EducationFilters,
        response: { 200: List(Education) },
      },
    },
    async request => {
      const page = pageOf(request.query)
      const filters = { ...request.query, userId: listedUser(request, 'user_educations.read') }
      const [items, total] = await Promise.all([
        listEducations(db, filters, page),
        countEducations(db, filters),
      ])
      return listReply(items, total, page)
    },
  )

  app.post(
    '/user-educations',
    {
      config: {
        access: needs('user-educations:write', selfOrAny('user_educations.write', bodyUser)),
        checkFields: dateErrors,
      },
      schema: {
        tags,
        summary: 'Create an education entry',
        description: 'Without `userId`, the entry is your own. `finishedOn` must not be before `startedOn`.',
        body: NewEducation,
        response: { 200: Item(Education) },
      },
    },
    async request => ({ item: await createEducation(deps, actorOf(request), request.body) }),
  )

  app.get(
    '/user-educations/:id',
    {
      config: { access: read },
      schema: {
        tags,
        summary: 'Get an education entry',
        description: 'Returns one entry. Entries of other users are 404 without the permission to read them.',
        params: IdParams,
        response: { 200: Item(Education) },
      },
    },
    async ({ params }) => ({ item: await getEducation(db, params.id) }),
  )

  app.put(
    '/user-educations/:id',
    {
      config: { access: write },
      schema: {
        tags,
        summary: 'Update an education entry',
        description: 'Changes the given fields; `null` clears one.',
        params: IdParams,
        body: EducationChanges,
        response: { 200: Item(Education) },
      },
    },
    async request => ({
      item: await changeEducation(deps, actorOf(request), request.params.id, request.body),
    }),
  )

  app.delete(
    '/user-educations/:id',
    {
      config: { access: write },
      schema: {
        tags,
        summary: 'Delete an education entry',
        description: 'Deletes the entry permanently.',
        params: IdParams,
        response: { 200: Message },
      },
    },
    async request => {
      await removeEducation(deps, actorOf(request), request.params.id)
      return { message: 'The education is deleted' }
    },
  )
}
