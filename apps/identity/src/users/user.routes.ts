import { listReply, pageOf } from '@atrium/core/paging'
import { commandAnswers } from '@atrium/http/routes/command-answers'
import type { Deps } from '#deps.ts'
import { Forbidden, NotFound } from '#errors.ts'
import { ownUser, pathUser, type Route } from '#route.ts'
import { checkSentProfile } from './check-profile.ts'
import { exportUser as readExport } from './export-user.ts'
import * as commands from './user.commands.ts'
import type { SentProfile } from './user.contract.ts'
import * as contracts from './user.contract.ts'
import * as queries from './user.queries.ts'
import { exportUser } from './user-export.contract.ts'

/** What shows the second factors of a single user, too. */
const readSecondFactors = 'sessions.read.any'

export function userRoutes(route: Route, deps: Deps) {
  const { item } = commandAnswers(deps)
  const { db, settings } = deps
  const profile = {
    subject: pathUser,
    checkFields: async (fields: SentProfile, { params }: { params: { id: number } }) =>
      checkSentProfile(deps, fields, await queries.getUser(db, params.id)),
  }

  route(contracts.listUsers, {}, async ({ actor, query }) => {
    const page = pageOf(query)
    const withTwoFactor = actor.permissions.has(readSecondFactors)
    if (query.hasTwoFactor !== undefined && !withTwoFactor) {
      throw new Forbidden('permission_required', { permission: readSecondFactors })
    }
    const [items, total] = await deps.replica.read(db =>
      Promise.all([queries.listUsers(db, query, page, { withTwoFactor }), deps.userTotals.count(db, query)]),
    )
    return listReply(items, total, page)
  })

  route(contracts.getCurrentUser, { subject: ownUser }, async ({ actor }) => {
    const { id, permissions, mustSetUpTwoFactor } = actor
    if (id === null) throw new NotFound('no_user')
    const own = { permissions: [...permissions].sort(), mustSetUpTwoFactor }
    const applicationUrl = settings.FRONTEND_URL ?? null
    return { item: { ...(await queries.getUser(db, id)), ...own, applicationUrl } }
  })

  route(contracts.getUser, { subject: pathUser }, async ({ params }) => ({
    item: await queries.getUser(db, params.id),
  }))

  route(contracts.updateProfile, profile, item(commands.updateProfile))

  route(
    contracts.updateProfileWithAvatar,
    { ...profile, maxFileBytes: settings.STORAGE_MAX_BYTES },
    async ({ actor, params, body }) => ({
      item: await commands.updateProfile(deps, actor, params.id, body),
    }),
  )

  route(contracts.archiveUser, {}, item(commands.archiveUser))
  route(contracts.restoreUser, {}, item(commands.restoreUser))

  route(exportUser, { subject: pathUser }, async ({ actor, params, reply }) => {
    const item = await readExport(deps, actor, params.id)
    reply.header('content-disposition', `attachment; filename="atrium-user-${params.id}.json"`)
    return { item }
  })
}
