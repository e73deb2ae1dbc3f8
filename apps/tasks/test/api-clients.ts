import assert from 'node:assert/strict'
import { createPersonalToken } from '@atrium/core/personal-token'
import { createClient } from '@atrium/identity/oauth/clients/client.commands'
import { insertPersonalToken } from '@atrium/identity/sign-in/personal-tokens/personal-token.queries'
import type { BothServices } from './both-services.ts'
import type { Person } from './people.ts'

export const allTasksScopes = 'tasks:read tasks:write tasks:manage'

/** An application of someone else that can request tokens for the task service. */
export async function createApplication({ identityDeps, environment }: BothServices, name = 'Reports') {
  const { clientId, clientSecret } = await createClient(identityDeps, {
    name,
    grantTypes: 'password client_credentials refresh_token',
    scope: `user:read ${allTasksScopes}`,
    redirectUris: [],
    resources: [environment.TASKS_URL],
    isPublic: false,
  })
  return { client_id: clientId, client_secret: clientSecret ?? '' }
}

export type Application = Awaited<ReturnType<typeof createApplication>>

/** A token that a user gave to the application. */
export function applicationToken(
  services: BothServices,
  application: Application,
  { email, password }: Pick<Person, 'email' | 'password'>,
  scope = allTasksScopes,
) {
  return requestToken(services, { grant_type: 'password', username: email, password, scope, ...application })
}

/** A token of the application itself. */
export function robotToken(services: BothServices, application: Application, scope = allTasksScopes) {
  return requestToken(services, { grant_type: 'client_credentials', scope, ...application })
}

/** A personal access token of the user. */
export async function personalToken(
  { identityDeps }: BothServices,
  { passportId }: Pick<Person, 'passportId'>,
  { scope = allTasksScopes, projectIds = null as number[] | null, name = 'Script' } = {},
) {
  const token = createPersonalToken()
  await insertPersonalToken(identityDeps.db, {
    userId: passportId,
    name,
    digest: identityDeps.secrets.digest(token),
    scope,
    projectIds,
    createdAt: new Date().toISOString(),
    expiresAt: null,
  })
  return token
}

async function requestToken({ identity, environment }: BothServices, form: Record<string, string>) {
  const payload = { ...form, resource: environment.TASKS_URL }
  const response = await identity.inject({ method: 'POST', url: '/token', payload })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().access_token as string
}
