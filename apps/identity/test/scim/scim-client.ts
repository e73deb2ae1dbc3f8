import type { InjectOptions } from 'fastify'
import type { Identity } from '../identity-service.ts'
import { registerClient, tokenRequest } from '../people.ts'

/** A directory: a service account with the scope scim. */
export async function asDirectory(identity: Identity) {
  const scope = 'scim'
  const client = await registerClient(identity, { grantTypes: 'client_credentials', redirectUris: [], scope })
  const credentials = { client_id: client.clientId, client_secret: client.clientSecret ?? '' }
  const issued = await tokenRequest(identity, { grant_type: 'client_credentials', scope, ...credentials })
  const { access_token } = issued.json()
  return scimCaller(identity, access_token)
}

export function scimCaller({ app }: Pick<Identity, 'app'>, accessToken: string) {
  return (
    method: InjectOptions['method'],
    path: string,
    body?: object | string,
    type = 'application/scim+json',
  ) =>
    app.inject({
      method,
      url: `/scim/v2${path}`,
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
      headers: {
        authorization: `Bearer ${accessToken}`,
        ...(body !== undefined && { 'content-type': type }),
      },
    })
}

export type Directory = Awaited<ReturnType<typeof asDirectory>>

let people = 0

/** The body of a request that creates a user. */
export function newUser(overrides: object = {}) {
  people += 1
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: `directory${people}@example.org`,
    externalId: `external-${people}`,
    name: { givenName: 'Dana', familyName: 'Direct' },
    active: true,
    ...overrides,
  }
}

export async function createScimUser(directory: Directory, overrides: object = {}) {
  const created = await directory('POST', '/Users', newUser(overrides))
  if (created.statusCode !== 201) throw new Error(created.body)
  return created.json() as { id: string; userName: string }
}

export function patch(...Operations: object[]) {
  return { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations }
}
