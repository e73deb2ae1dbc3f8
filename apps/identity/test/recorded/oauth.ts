import { createHash } from 'node:crypto'
import { trustClient } from '#oauth/clients/client.commands.ts'
import { formOf } from '../authorize-flow.ts'
import { cookiesOf, goodPassword } from '../people.ts'
import { anonymous, type Scene } from './actors.ts'

const redirectUri = 'https://app.example.org/callback'
const verifier = 'a-verifier-of-at-least-forty-three-characters-0123'
const challenge = createHash('sha256').update(verifier).digest('base64url')

export async function recordOAuth(scene: Scene) {
  const client = await recordClients(scene)
  await recordAuthorization(scene, client)
  await recordTokens(scene, client)
  await recordKeys(scene)
}

interface Client {
  id: number
  clientId: string
  clientSecret: string
}

async function recordClients({ send, owner, admin }: Scene): Promise<Client> {
  const settings = {
    name: 'Sample application',
    grantTypes: 'authorization_code refresh_token client_credentials password',
    scope: 'user:read user:write',
    redirectUris: [redirectUri],
  }
  const { item } = (await send(owner, 'POST /oauth/clients', settings)).json()
  await send(owner, 'POST /oauth/clients', {
    ...settings,
    name: '',
    grantTypes: 'implicit',
    scope: 'no:scope',
  })
  await send(owner, 'POST /oauth/clients', { ...settings, redirectUris: ['http://example.org/#fragment'] })
  await send(admin, 'POST /oauth/clients', settings)
  const open = { ...settings, grantTypes: 'authorization_code', isPublic: true }
  const { id: publicId } = (await send(owner, 'POST /oauth/clients', open)).json().item
  await send(owner, 'GET /oauth/clients?search=sample&isActive=true&orderBy=-id')
  await send(owner, 'GET /oauth/clients?isActive=perhaps')
  await send(owner, `GET /oauth/clients/${item.id}`)
  await send(owner, 'GET /oauth/clients/999999')
  await send(owner, `PUT /oauth/clients/${item.id}`, { name: 'Sample', requiresPkce: true })
  await send(owner, `PUT /oauth/clients/${item.id}`, { isPublic: true })
  const firstParty = (await send(owner, 'GET /oauth/clients?search=atrium')).json().items[0]
  await send(owner, `PUT /oauth/clients/${firstParty.id}`, { name: 'Mine' })
  await send(owner, `POST /oauth/clients/${firstParty.id}/disable`)
  await send(owner, `POST /oauth/clients/${publicId}/rotate-secret`)
  await send(owner, `POST /oauth/clients/${item.id}/disable`)
  await send(owner, `POST /oauth/clients/${item.id}/enable`)
  const claims = [{ name: 'tenant', source: 'constant', value: ['north'], includedIn: 'both' }]
  await send(owner, `PUT /oauth/clients/${item.id}/claims`, { claims })
  await send(owner, `GET /oauth/clients/${item.id}/claims`)
  await send(owner, `PUT /oauth/clients/${item.id}/claims`, { claims: [{ ...claims[0], name: 'iss' }] })
  return (await send(owner, `POST /oauth/clients/${item.id}/rotate-secret`)).json().item
}

async function recordAuthorization({ send, ann, identity }: Scene, { clientId }: Client) {
  await trustClient(identity.deps, clientId)
  const parameters = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    state: 'some state',
    scope: 'user:read',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  }
  const address = (changes: Record<string, string> = {}) =>
    `GET /auth/authorize?${new URLSearchParams({ ...parameters, ...changes })}`
  const page = { headers: { accept: 'text/html' } }
  await send(anonymous, address({ client_id: 'unknown' }), undefined, page)
  await send(anonymous, address({ redirect_uri: 'https://elsewhere.example.org/' }))
  await send(anonymous, address({ response_type: 'token' }), undefined, page)
  await send(anonymous, address({ scope: 'no:scope' }), undefined, page)
  await send(anonymous, address({ code_challenge: '' }), undefined, page)
  const opened = await send(anonymous, address(), undefined, page)
  const cookies = cookiesOf(opened)
  const submit = (form: Record<string, string>) =>
    send(anonymous, 'POST /auth/authorize', String(new URLSearchParams(form)), { cookies, ...page })
  const refused = await submit({ ...formOf(opened.body), username: ann.email, password: 'wrong' })
  await submit({ ...formOf(opened.body), username: ann.email, password: goodPassword })
  await submit({ ...formOf(refused.body), username: ann.email, password: goodPassword })
}

async function recordTokens({ send, ann, identity }: Scene, { clientId, clientSecret }: Client) {
  const form = (fields: Record<string, string>) => String(new URLSearchParams(fields))
  const client = { client_id: clientId, client_secret: clientSecret }
  const token = (fields: Record<string, string>) =>
    send(anonymous, 'POST /token', form({ ...client, ...fields }))
  await token({})
  await token({ grant_type: 'implicit' })
  await token({ grant_type: 'client_credentials', client_secret: 'wrong' })
  await token({ grant_type: 'client_credentials', scope: 'system:manage' })
  const own = (await token({ grant_type: 'client_credentials', scope: 'user:read' })).json()
  const password = { grant_type: 'password', username: ann.email, password: goodPassword }
  await token({ ...password, password: 'wrong' })
  const granted = (await token(password)).json()
  const refresh = { grant_type: 'refresh_token', refresh_token: granted.refresh_token }
  const renewed = (await token(refresh)).json()
  await token({ ...refresh, refresh_token: 'unknown' })
  const header = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  const basic = { headers: { authorization: `Basic ${header}` } }
  const { searchParams } = new URL(String(await codeAddress({ send, ann, identity }, clientId)))
  const code = {
    grant_type: 'authorization_code',
    code: searchParams.get('code') ?? '',
    redirect_uri: redirectUri,
    code_verifier: verifier,
  }
  await send(anonymous, 'POST /token', form({ ...code, code_verifier: 'x'.repeat(50) }), basic)
  await send(anonymous, 'POST /token', form({ ...code, code: 'unknown' }), basic)
  const second = new URL(String(await codeAddress({ send, ann, identity }, clientId))).searchParams.get(
    'code',
  )
  await send(anonymous, 'POST /token', form({ ...code, code: second ?? '' }), basic)
  await send(anonymous, 'POST /token', form({ ...code, code: second ?? '' }), basic)

  const machine = { name: 'client', headers: { authorization: `Bearer ${own.access_token}` } }
  await send(machine, 'GET /users?limit=1')
  await send(machine, 'GET /users/me')
  await send(machine, 'GET /roles')
  await send(machine, `DELETE /users/${ann.id}`)
  await send(anonymous, 'POST /token/introspect', form({ token: renewed.access_token }))
  await send(anonymous, 'POST /token/introspect', { token: own.access_token }, basic)
  await send(anonymous, 'POST /token/introspect', { token: 'unknown' })
  await send(
    anonymous,
    'POST /token/introspect',
    form({ client_id: clientId, client_secret: 'wrong', token: 'x' }),
  )
  await send(anonymous, 'POST /token/introspect', {})
  await send(anonymous, 'POST /token/revoke', form({ token: renewed.refresh_token }), basic)
  await send(anonymous, 'POST /token/revoke', form({ token: 'unknown' }), basic)
  await send(anonymous, 'POST /token/revoke', form({ ...client }))
  await send(anonymous, 'POST /token/revoke', form({ token: 'unknown' }))
  await send(anonymous, 'POST /token/announcements', { follower: 'someone' }, basic)
  await send(anonymous, 'POST /token/groups', { search: 'team' }, basic)
  await token({ grant_type: 'refresh_token', refresh_token: renewed.refresh_token })
}

/** Where a user who signs in to the client is sent. */
async function codeAddress({ send, ann }: Pick<Scene, 'send' | 'ann' | 'identity'>, clientId: string) {
  const parameters = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    state: 'x',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  }
  const headers = { accept: 'text/html' }
  const page = await send(anonymous, `GET /auth/authorize?${new URLSearchParams(parameters)}`, undefined, {
    headers,
  })
  const filled = { ...formOf(page.body), username: ann.email, password: goodPassword }
  const cookies = cookiesOf(page)
  const body = String(new URLSearchParams(filled))
  return (await send(anonymous, 'POST /auth/authorize', body, { headers, cookies })).headers.location
}

async function recordKeys({ send, owner, admin }: Scene) {
  await send(anonymous, 'GET /.well-known/jwks.json')
  await send(anonymous, 'GET /.well-known/oauth-authorization-server')
  await send(owner, 'GET /oauth/keys')
  await send(admin, 'GET /oauth/keys')
  await send(owner, 'POST /oauth/keys/rotate', { publishedForSeconds: 1 })
  await send(owner, 'POST /oauth/keys/rotate', { publishedForSeconds: 600 })
  await send(owner, 'GET /oauth/keys?limit=1')
  await send(anonymous, 'GET /.well-known/jwks.json')
}

export async function recordClientDocuments({ send, owner, admin }: Scene) {
  const { id } = (await send(owner, 'POST /client-metadata-hosts', { host: 'agents.example.org' })).json()
    .item
  await send(owner, 'POST /client-metadata-hosts', { host: 'agents.example.org' })
  await send(owner, 'POST /client-metadata-hosts', { host: 'https://agents.example.org/' })
  await send(admin, 'GET /client-metadata-hosts')
  await send(owner, 'GET /client-metadata-hosts')
  await send(admin, `DELETE /client-metadata-hosts/${id}`)
  await send(owner, `DELETE /client-metadata-hosts/${id}`)
  await send(owner, `DELETE /client-metadata-hosts/${id}`)
  await send(anonymous, 'POST /oauth/register', { redirect_uris: ['https://agents.example.org/callback'] })
}
