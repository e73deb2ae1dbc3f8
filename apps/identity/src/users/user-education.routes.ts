import { pageOf } from '@atrium/core/paging'
import { commandAnswers } from '@atrium/http/routes/command-answers'
import type { Deps } from '#deps.ts'
import { bodyUser, listedUser, queryUser, type Route } from '#route.ts'
import * as commands from './user-education.commands.ts'
import * as contracts from './user-education.contract.ts'
import * as queries from './user-education.queries.ts'

const owner = { find: queries.findEducationOwner, notFound: 'education_not_found' } as const

export function educationRoutes(route: Route, deps: Deps) {
  const { db } = deps
  const { item, message } = commandAnswers(deps)

  route(contracts.listEducations, { subject: queryUser }, ({ actor, query }) => {
    const filters = { ...query, userId: listedUser(actor, query.userId, 'user_educations.read') }
    return queries.listEducations(db, filters, pageOf(query))
  })

  route(
    contracts.createEducation,
    { subject: bodyUser, checkFields: commands.dateErrors },
    async ({ actor, body }) => ({
      item: await commands.createEducation(deps, actor, body),
    }),
  )

  route(contracts.getEducation, { owner }, async ({ params }) => ({
    item: await queries.getEducation(db, params.id),
  }))

  route(contracts.updateEducation, { owner }, item(commands.updateEducation))
  route(contracts.deleteEducation, { owner }, message(commands.deleteEducation, 'Education entry deleted'))
}
