import { registerClient } from '../people.ts'
import type { Scene } from './actors.ts'

export async function recordScim({ identity, send, ann }: Scene) {
  const client = await registerClient(identity, {
    grantTypes: 'client_credentials',
    redirectUris: [],
    scope: 'scim',
  })
  const authorization = `Bearer ${client.clientId}.${client.clientSecret}`
  const scim = { name: 'directory', headers: { authorization } }
  const user = {
    userName: 'directory@example.org',
    externalId: 'dana',
    name: { givenName: 'Dana', familyName: 'Direct' },
  }
  const { id } = (await send(scim, 'POST /scim/v2/Users', user)).json()
  await send(scim, 'POST /scim/v2/Users', user)
  await send(scim, 'GET /scim/v2/Users?startIndex=1&count=1&filter=externalId%20eq%20%22dana%22')
  await send(scim, 'GET /scim/v2/Users?filter=userName%20sw%20%22d%22')
  await send(scim, `GET /scim/v2/Users/${id}?attributes=userName`)
  await send(scim, `PUT /scim/v2/Users/${id}`, { ...user, active: false })
  await send(scim, `PATCH /scim/v2/Users/${id}`, operations({ op: 'Replace', path: 'active', value: 'True' }))
  const group = (
    await send(scim, 'POST /scim/v2/Groups', { displayName: 'Sales', members: [{ value: id }] })
  ).json()
  await send(
    scim,
    `PATCH /scim/v2/Groups/${group.id}`,
    operations({ op: 'Remove', path: 'members', value: [{ value: id }] }),
  )
  await send(scim, `PUT /scim/v2/Groups/${group.id}`, { displayName: 'Sellers', members: [{ value: id }] })
  await send(scim, `GET /scim/v2/Groups/${group.id}`)
  await send(scim, 'GET /scim/v2/Groups?excludedAttributes=members')
  await send(scim, `DELETE /scim/v2/Groups/${group.id}`)
  await send(scim, `DELETE /scim/v2/Users/${id}`)
  await send(scim, `GET /scim/v2/Users/${id}`)
  await send(scim, 'GET /scim/v2/ServiceProviderConfig')
  await send(scim, 'GET /scim/v2/ResourceTypes')
  await send(scim, 'GET /scim/v2/ResourceTypes/User')
  await send(scim, 'GET /scim/v2/Schemas')
  await send(scim, 'GET /scim/v2/Schemas/urn:ietf:params:scim:schemas:core:2.0:Group')
  await send(ann, 'GET /scim/v2/Users')
}

function operations(...Operations: object[]) {
  return { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations }
}
