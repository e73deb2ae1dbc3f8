import { readFileSync } from 'node:fs'
import type { Actor } from '#access-control/actor.ts'
import type { Deps } from '#deps.ts'
import { ownUser, pathUser, type Route } from '#route.ts'
import * as commands from './credentials.commands.ts'
import type { CredentialChanges } from './credentials.contract.ts'
import * as contracts from './credentials.contract.ts'

const scripts = [
  [
    contracts.getPasswordStrengthScript,
    readFileSync(new URL('./password-strength.js', import.meta.url), 'utf8'),
  ],
  [contracts.getShowPasswordScript, readFileSync(new URL('./show-password.js', import.meta.url), 'utf8')],
] as const

export function credentialRoutes(route: Route, deps: Deps) {
  const checkFields = (
    fields: CredentialChanges,
    { actor, params }: { actor: Actor; params: { id: number } },
  ) => commands.checkCredentials(deps, actor, params.id, fields)

  route(
    contracts.updateCredentials,
    { subject: pathUser, checkFields },
    async ({ actor, params, body, origin }) => {
      const input = { ...body, language: origin.language }
      return { item: await commands.updateCredentials(deps, actor, params.id, input) }
    },
  )

  route(contracts.archiveSelf, { subject: ownUser }, async ({ actor, body }) => ({
    item: await commands.archiveSelf(deps, actor, body.currentPassword),
  }))

  const rateLimit = { max: 60, timeWindow: '1 minute' }
  route(contracts.measurePassword, { rateLimit }, async ({ body: { password, ...owner } }) => {
    const { problem, ...measured } = await deps.passwordMeter.measure(password, owner)
    return { item: { ...measured, problem: problem ?? null } }
  })

  for (const [contract, script] of scripts)
    route(contract, {}, ({ reply }) =>
      reply
        .type('text/javascript; charset=utf-8')
        .header('cache-control', 'public, max-age=3600')
        .send(script),
    )
}
