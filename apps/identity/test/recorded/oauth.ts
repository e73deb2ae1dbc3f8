import { createHash } from 'node:crypto'
import { formOf } from '../authorize-flow.ts'
import { cookiesOf, goodPassword } from '../people.ts'
import { nobody, type Scene } from './actors.ts'

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

async function recordClients({ ask, owner, admin }: Scene): Promise<Client> {
  const settings = {
    name: 'Sample application',
    grantTypes: 'authorization_code refresh_token client_credentials password',
    scope: 'user:read user:write',
    redirectUris: [redirectUri],
  }
  const { item } = (await ask(owner, 'POST /oauth/clients', settings)).json()
  await ask(owner, 'POST /oauth/clients', {
    ...settings,
    name: '',
    grantTypes: 'implicit',
    scope: 'no:scope',
  })
  await ask(owner, 'POST /oauth/clients', { ...settings, redirectUris: ['http://example.org/#fragment'] })
  await ask(admin, 'POST /oauth/clients', settings)
  const open = { ...settings, grantTypes: 'authorization_code', isPublic: true }
  const { id: publicId } = (await ask(owner, 'POST /oauth/clients', open)).json().item
  await ask(owner, 'GET /oauth/clients?search=sample&isActive=true&orderBy=-id')
  await ask(owner, 'GET /oauth/clients?isActive=perhaps')
  await ask(owner, `GET /oauth/clients/${item.id}`)
  await ask(owner, 'GET /oauth/clients/999999')
  await ask(owner, `PUT /oauth/clients/${item.id}`, { name: 'Sample', requiresPkce: true })
  await ask(owner, `PUT /oauth/clients/${item.id}`, { isPublic: true })
  const firstParty = (await ask(owner, 'GET /oauth/clients?search=atrium')).json().items[0]
  await ask(owner, `PUT /oauth/clients/${firstParty.id}`, { name: 'Mine' })
  await ask(owner, `POST /oauth/clients/${firstParty.id}/disable`)
  await ask(owner, `POST /oauth/clients/${publicId}/rotate-secret`)
  await ask(owner, `POST /oauth/clients/${item.id}/disable`)
  await ask(owner, `POST /oauth/clients/${item.id}/enable`)
  return (await ask(owner, `POST /oauth/clients/${item.id}/rotate-secret`)).json().item
}

async function recordAuthorization({ ask, ann }: Scene, { clientId }: Client) {
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
  await ask(nobody, address({ client_id: 'unknown' }), undefined, page)
  await ask(nobody, address({ redirect_uri: 'https://elsewhere.example.org/' }))
  await ask(nobody, address({ response_type: 'token' }), undefined, page)
  await ask(nobody, address({ scope: 'no:scope' }), undefined, page)
  await ask(nobody, address({ code_challenge: '' }), undefined, page)
  const opened = await ask(nobody, address(), undefined, page)
  const cookies = cookiesOf(opened)
  const submit = (form: Record<string, string>) =>
    ask(nobody, 'POST /auth/authorize', String(new URLSearchParams(form)), { cookies, ...page })
  const refused = await submit({ ...formOf(opened.body), username: ann.email, password: 'wrong' })
  await submit({ ...formOf(opened.body), username: ann.email, password: goodPassword })
  await submit({ ...formOf(refused.body), username: ann.email, password: goodPassword })
}

async function recordTokens({ ask, ann, identity }: Scene, { clientId, clientSecret }: Client) {
  const form = (fields: Record<string, string>) => String(new URLSearchParams(fields))
  const client = { client_id: clientId, client_secret: clientSecret }
  const token = (fields: Record<string, string>) => ask(nobody, 'POST /token', form({ ...client, ...fields }))
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
  const { searchParams } = new URL(String(await codeAddress({ ask, ann, identity }, clientId)))
  const code = {
    grant_type: 'authorization_code',
    code: searchParams.get('code') ?? '',
    redirect_uri: redirectUri,
    code_verifier: verifier,
  }
  await ask(nobody, 'POST /token', form({ ...code, code_verifier: 'x'.repeat(50) }), basic)
  await ask(nobody, 'POST /token', form({ ...code, code: 'unknown' }), basic)
  const second = new URL(String(await codeAddress({ ask, ann, identity }, clientId))).searchParams.get('code')
  await ask(nobody, 'POST /token', form({ ...code, code: second ?? '' }), basic)
  await ask(nobody, 'POST /token', form({ ...code, code: second ?? '' }), basic)

  const machine = { name: 'client', headers: { authorization: `Bearer ${own.access_token}` } }
  await ask(machine, 'GET /users?limit=1')
  await ask(machine, 'GET /users/me')
  await ask(machine, 'GET /roles')
  await ask(machine, `DELETE /users/${ann.id}`)
  await ask(nobody, 'POST /token/introspect', form({ token: renewed.access_token }))
  await ask(nobody, 'POST /token/introspect', { token: own.access_token }, basic)
  await ask(nobody, 'POST /token/introspect', { token: 'unknown' })
  await ask(
    nobody,
    'POST /token/introspect',
    form({ client_id: clientId, client_secret: 'wrong', token: 'x' }),
  )
  await ask(nobody, 'POST /token/introspect', {})
  await ask(nobody, 'POST /token/revoke', form({ token: renewed.refresh_token }), basic)
  await ask(nobody, 'POST /token/revoke', form({ token: 'unknown' }), basic)
  await ask(nobody, 'POST /token/revoke', form({ ...client }))
  await ask(nobody, 'POST /token/revoke', form({ token: 'unknown' }))
  await token({ grant_type: 'refresh_token', refresh_token: renewed.refresh_token })
}

/** Where a user who signs in to the client is sent. */
async function codeAddress({ ask, ann }: Pick<Scene, 'ask' | 'ann' | 'identity'>, clientId: string) {
  const parameters = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    state: 'x',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  }
  const headers = { accept: 'text/html' }
  const page = await ask(nobody, `GET /auth/authorize?${new URLSearchParams(parameters)}`, undefined, {
    headers,
  })
  const filled = { ...formOf(page.body), username: ann.email, password: goodPassword }
  const cookies = cookiesOf(page)
  const body = String(new URLSearchParams(filled))
  return (await ask(nobody, 'POST /auth/authorize', body, { headers, cookies })).headers.location
}

async function recordKeys({ ask, owner, admin }: Scene) {
  await ask(nobody, 'GET /.well-known/jwks.json')
  await ask(nobody, 'GET /.well-known/oauth-authorization-server')
  await ask(owner, 'GET /oauth/keys')
  await ask(admin, 'GET /oauth/keys')
  await ask(owner, 'POST /oauth/keys/rotate', { publishedForSeconds: 1 })
  await ask(owner, 'POST /oauth/keys/rotate', { publishedForSeconds: 600 })
  await ask(owner, 'GET /oauth/keys?limit=1')
  await ask(nobody, 'GET /.well-known/jwks.json')
}
