import { createHmac } from 'node:crypto'
import { createAuthenticator } from '../authenticator.ts'
import { bytesOf } from '../base32.ts'
import { advanceClock, origin } from '../identity-service.ts'
import { cookiesOf, goodPassword } from '../people.ts'
import { anonymous, type Scene } from './actors.ts'

export async function recordSignIn(scene: Scene) {
  await recordSessions(scene)
  await recordTwoFactor(scene)
  await recordPasskeys(scene)
  await recordLockout(scene)
}

async function recordSessions({ send, signIn, admin, ann, bob }: Scene) {
  await send(anonymous, 'POST /auth/login', { username: bob.email, password: 'wrong' })
  await send(anonymous, 'POST /auth/login', { username: bob.email })
  await send(anonymous, 'POST /auth/login', '{', { headers: { 'content-type': 'application/json' } })
  await send(anonymous, 'POST /auth/login', {
    username: bob.email,
    password: goodPassword,
    scope: 'no:scope',
  })
  const foreign = { headers: { origin: 'https://elsewhere.example.org' } }
  await send(anonymous, 'POST /auth/login', { username: bob.email, password: goodPassword }, foreign)
  const narrow = { username: bob.email, password: goodPassword, scope: 'user:read' }
  const browser = {
    name: 'bob’s browser',
    cookies: cookiesOf(await send(anonymous, 'POST /auth/login', narrow)),
    headers: { origin },
  }
  await send(browser, 'GET /auth/available-scopes')
  await send(browser, 'GET /auth/available-scopes', undefined, { headers: { 'accept-language': 'ru' } })
  await send(browser, `PUT /users/${bob.id}`, { name: 'Rob' })
  await send(browser, 'POST /auth/refresh', undefined, foreign)
  const renewed = { ...browser, cookies: cookiesOf(await send(browser, 'POST /auth/refresh')) }
  await send(anonymous, 'POST /auth/refresh')
  await send(renewed, 'GET /users/me')
  await send(renewed, 'POST /auth/logout', undefined, foreign)
  await send(renewed, 'POST /auth/logout')
  await send(renewed, 'POST /auth/logout')
  await send(renewed, 'GET /users/me')
  await send(renewed, 'POST /auth/refresh')

  const first = await signIn(bob, 'bob again')
  const { items } = (await send(first, `GET /users/${bob.id}/sessions?limit=5`)).json()
  await send(ann, `GET /users/${bob.id}/sessions`)
  const other = items.find((session: { isCurrent: boolean }) => !session.isCurrent)
  await send(first, `DELETE /users/${bob.id}/sessions/${other.id}`)
  await send(first, `DELETE /users/${bob.id}/sessions/${other.id}`)
  await send(first, `DELETE /users/${bob.id}/sessions?keepCurrent=true`)
  await send(ann, `DELETE /users/${bob.id}/sessions`)
  await send(admin, `DELETE /users/${bob.id}/sessions`)
  await send(first, 'GET /auth/available-scopes')
  await send(await signIn(bob, 'bob once more'), 'POST /auth/logout-all')
}

/** RFC 6238 with six digits of SHA-1. */
function timeCode(secret: string, now: Date) {
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(now.getTime() / 30_000)))
  const digest = createHmac('sha1', bytesOf(secret)).update(step).digest()
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7f_ff_ff_ff
  return String(number % 1_000_000).padStart(6, '0')
}

async function recordTwoFactor({ identity: { deps }, send, signIn, admin, ann, bob }: Scene) {
  const url = `/users/${ann.id}/two-factor`
  const unconfirmed = await signIn(bob)
  await send(ann, `GET ${url}`)
  await send(unconfirmed, `GET ${url}`)
  await send(ann, `POST ${url}`, { currentPassword: 'wrong' })
  await send(unconfirmed, `POST /users/${bob.id}/two-factor`, { currentPassword: goodPassword })
  await send(ann, `POST ${url}/confirm`, { code: '000000' })
  const { secret } = (await send(ann, `POST ${url}`, { currentPassword: goodPassword })).json().item
  const nextCode = () => {
    advanceClock(deps, 30)
    return timeCode(secret, deps.now())
  }
  await send(ann, `POST ${url}/confirm`, { code: 'nonsense' })
  await send(ann, `POST ${url}/confirm`, { code: nextCode() })
  await send(ann, `POST ${url}`, { currentPassword: goodPassword })
  await send(ann, `POST ${url}/recovery-codes`, { code: 'nonsense' })
  await send(ann, `POST ${url}/recovery-codes`, { code: nextCode() })
  await send(ann, `GET ${url}`)
  const credentials = { username: ann.email, password: goodPassword }
  const step = (await send(anonymous, 'POST /auth/login', credentials)).json().error.details
  const { two_factor_token } = step
  await send(anonymous, 'POST /auth/login/two-factor', { two_factor_token, code: 'nonsense' })
  await send(anonymous, 'POST /auth/login/two-factor', { two_factor_token: 'unknown', code: nextCode() })
  await send(anonymous, 'POST /auth/login/two-factor', { two_factor_token, code: nextCode() })
  await send(ann, `DELETE ${url}`, { currentPassword: 'wrong' })
  await send(admin, `DELETE ${url}`)
  await send(ann, `DELETE ${url}`, { currentPassword: goodPassword })
}

async function recordPasskeys({ send, signIn, admin, ann, bob }: Scene) {
  const url = `/users/${ann.id}/passkeys`
  const authenticator = createAuthenticator()
  await send(ann, `POST ${url}/options`, { currentPassword: 'wrong' })
  const begun = (await send(ann, `POST ${url}/options`, { currentPassword: goodPassword })).json().item
  const { challengeToken } = begun
  const response = authenticator.create(begun.options)
  const added = await send(ann, `POST ${url}`, { challengeToken, name: 'Phone', response })
  const { id } = added.json().item
  await send(ann, `POST ${url}`, { challengeToken, name: 'Phone', response })
  await send(ann, `POST ${url}`, { challengeToken, name: '', response: {} })
  await send(ann, `GET ${url}`)
  await send(await signIn(bob), `GET ${url}`)
  await send(ann, `PUT ${url}/${id}`, { name: 'Blue phone' })
  await send(ann, `PUT ${url}/999999`, { name: 'Blue phone' })
  const start = async () => (await send(anonymous, 'POST /auth/login/passkey/options')).json().data
  const right = await start()
  const answer = { challenge_token: right.challenge_token, response: authenticator.get(right.options) }
  await send(anonymous, 'POST /auth/login/passkey', answer)
  await send(anonymous, 'POST /auth/login/passkey', answer)
  const unknown = await start()
  await send(anonymous, 'POST /auth/login/passkey', {
    challenge_token: unknown.challenge_token,
    response: createAuthenticator().get(unknown.options),
  })
  await send(admin, `DELETE ${url}/${id}`)
  await send(ann, `DELETE ${url}/${id}`)
}

async function recordLockout({ send, admin, ann }: Scene) {
  await send(admin, `GET /users/${ann.id}/lockout`)
  for (let count = 0; count < 6; count += 1)
    await send(anonymous, 'POST /auth/login', { username: ann.email, password: `wrong ${count}` })
  await send(admin, `GET /users/${ann.id}/lockout`)
  await send(admin, 'GET /users/999999/lockout')
  await send(ann, `POST /users/${ann.id}/unlock`)
  await send(admin, `POST /users/${ann.id}/unlock`)
  await send(admin, `GET /users/${ann.id}/lockout`)
}

/** The last answers: what is sent before keeps its ids. */
export async function recordPersonalTokens({ send, admin, owner }: Scene) {
  const url = `/users/${admin.id}/personal-tokens`
  const input = { currentPassword: goodPassword, name: 'Script', scopes: ['tasks:read'], expiresInDays: 30 }
  await send(admin, `POST ${url}`, { ...input, currentPassword: 'wrong' })
  await send(admin, `POST ${url}`, { ...input, scopes: ['user:read'], name: '' })
  const { id, token } = (await send(admin, `POST ${url}`, input)).json().item
  await send(anonymous, 'POST /token/introspect', { token })
  await send(admin, `GET ${url}`)
  await send(admin, `GET ${url}/projects`)
  await send(owner, `DELETE ${url}/${id}`)
  await send(admin, `DELETE ${url}/${id}`)
  await send(anonymous, 'POST /token/introspect', { token })
}

export async function recordProviders({ send, admin, owner }: Scene) {
  const provider = {
    slug: 'company',
    kind: 'oidc',
    name: 'Company',
    issuer: 'https://192.0.2.1/realm',
    clientId: 'atrium',
    clientSecret: 'secret',
  }
  await send(owner, 'POST /sign-in-providers', provider)
  await send(owner, 'POST /sign-in-providers', { ...provider, issuer: 'https://id.invalid/realm', urls: [] })
  await send(admin, 'POST /sign-in-providers', { ...provider, issuer: 'https://id.invalid/realm' })
  await send(owner, 'POST /sign-in-providers', { ...provider, issuer: 'https://id.invalid/realm' })
  await send(owner, 'GET /sign-in-providers')
  await send(owner, 'GET /sign-in-providers/company')
  await send(admin, `GET /users/${admin.id}/identities`)
  await send(admin, `GET /users/${admin.id}/identities/providers`)
  const link = { provider: 'company', currentPassword: goodPassword }
  await send(admin, `POST /users/${admin.id}/identities`, { ...link, currentPassword: 'wrong' })
  await send(admin, `POST /users/${admin.id}/identities`, link)
  await send(admin, `DELETE /users/${admin.id}/identities/999999`)
  await send(owner, 'PUT /sign-in-providers/company', { isEnabled: false })
  await send(owner, 'POST /sign-in-providers/company/test')
  await send(admin, 'POST /sign-in-providers/company/test')
  await send(anonymous, 'GET /auth/upstream/company')
  await send(anonymous, 'GET /auth/upstream/company/callback?state=x')
  await send(anonymous, 'POST /auth/upstream/company/callback', { state: 'x' })
  await send(anonymous, 'POST /auth/upstream/company/backchannel-logout', { logout_token: 'x' })
  await send(anonymous, 'GET /auth/upstream/company/signed-out')
  await send(owner, 'DELETE /sign-in-providers/company')
  await send(owner, 'DELETE /sign-in-providers/company')
  await send(owner, 'POST /sign-in-providers/company/test')
}
