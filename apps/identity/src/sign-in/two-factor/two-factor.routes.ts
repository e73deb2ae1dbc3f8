import type { Deps } from '#deps.ts'
import { pathUser, type Route } from '#route.ts'
import { getUser } from '#users/user.queries.ts'
import * as commands from './two-factor.commands.ts'
import * as contracts from './two-factor.contract.ts'
import * as queries from './two-factor.queries.ts'

export function twoFactorRoutes(route: Route, deps: Deps) {
  const { db } = deps

  route(contracts.getTwoFactor, { subject: pathUser }, async ({ params }) => {
    const { id } = await getUser(db, params.id)
    return { item: await queries.getTwoFactor(db, id) }
  })

  route(contracts.startTwoFactor, { subject: pathUser }, async ({ actor, params, body }) => ({
    item: await commands.startTwoFactor(deps, actor, params.id, body.currentPassword),
  }))

  route(contracts.turnOnTwoFactor, { subject: pathUser }, async ({ actor, params, body, origin }) => {
    const input = { ...body, language: origin.language }
    return { item: { recoveryCodes: await commands.turnOnTwoFactor(deps, actor, params.id, input) } }
  })

  route(contracts.renewRecoveryCodes, { subject: pathUser }, async ({ actor, params, body, origin }) => {
    const input = { ...body, language: origin.language }
    return { item: { recoveryCodes: await commands.renewRecoveryCodes(deps, actor, params.id, input) } }
  })

  route(contracts.turnOffTwoFactor, { subject: pathUser }, async ({ actor, params, body, origin }) => {
    await commands.turnOffTwoFactor(deps, actor, params.id, { ...body, language: origin.language })
    return { message: 'Two-factor sign-in turned off' }
  })
}
