import { createHmac } from 'node:crypto'
import { createAuthenticator } from '../authenticator.ts'
import { bytesOf } from '../base32.ts'
import { advanceClock, origin } from '../identity-service.ts'
import { cookiesOf, goodPassword } from '../people.ts'
import { nobody, type Scene } from './actors.ts'

export async function recordSignIn(scene: Scene) {
  await recordSessions(scene)
  await recordTwoFactor(scene)
  await recordPasskeys(scene)
  await recordLockout(scene)
}

async function recordSessions({ ask, signIn, admin, ann, bob }: Scene) {
  await ask(nobody, 'POST /auth/login', { username: bob.email, password: 'wrong' })
  await ask(nobody, 'POST /auth/login', { username: bob.email })
  await ask(nobody, 'POST /auth/login', '{', { headers: { 'content-type': 'application/json' } })
  await ask(nobody, 'POST /auth/login', { username: bob.email, password: goodPassword, scope: 'no:scope' })
  const foreign = { headers: { origin: 'https://elsewhere.example.org' } }
  await ask(nobody, 'POST /auth/login', { username: bob.email, password: goodPassword }, foreign)
  const narrow = { username: bob.email, password: goodPassword, scope: 'user:read' }
  const browser = {
    name: 'bob’s browser',
    cookies: cookiesOf(await ask(nobody, 'POST /auth/login', narrow)),
    headers: { origin },
  }
  await ask(browser, 'GET /auth/available-scopes')
  await ask(browser, 'GET /auth/available-scopes', undefined, { headers: { 'accept-language': 'ru' } })
  await ask(browser, `PUT /users/${bob.id}`, { name: 'Rob' })
  await ask(browser, 'POST /auth/refresh', undefined, foreign)
  const renewed = { ...browser, cookies: cookiesOf(await ask(browser, 'POST /auth/refresh')) }
  await ask(nobody, 'POST /auth/refresh')
  await ask(renewed, 'GET /users/me')
  await ask(renewed, 'POST /auth/logout', undefined, foreign)
  await ask(renewed, 'POST /auth/logout')
  await ask(renewed, 'POST /auth/logout')
  await ask(renewed, 'GET /users/me')
  await ask(renewed, 'POST /auth/refresh')

  const first = await signIn(bob, 'bob again')
  const { items } = (await ask(first, `GET /users/${bob.id}/sessions?limit=5`)).json()
  await ask(ann, `GET /users/${bob.id}/sessions`)
  const other = items.find((session: { isCurrent: boolean }) => !session.isCurrent)
  await ask(first, `DELETE /users/${bob.id}/sessions/${other.id}`)
  await ask(first, `DELETE /users/${bob.id}/sessions/${other.id}`)
  await ask(first, `DELETE /users/${bob.id}/sessions?keepCurrent=true`)
  await ask(ann, `DELETE /users/${bob.id}/sessions`)
  await ask(admin, `DELETE /users/${bob.id}/sessions`)
  await ask(first, 'GET /auth/available-scopes')
  await ask(await signIn(bob, 'bob once more'), 'POST /auth/logout-all')
}

/** RFC 6238 with six digits of SHA-1. */
function timeCode(secret: string, now: Date) {
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(now.getTime() / 30_000)))
  const digest = createHmac('sha1', bytesOf(secret)).update(step).digest()
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7f_ff_ff_ff
  return String(number % 1_000_000).padStart(6, '0')
}

async function recordTwoFactor({ identity: { deps }, ask, signIn, admin, ann, bob }: Scene) {
  const url = `/users/${ann.id}/two-factor`
  const unconfirmed = await signIn(bob)
  await ask(ann, `GET ${url}`)
  await ask(unconfirmed, `GET ${url}`)
  await ask(ann, `POST ${url}`, { currentPassword: 'wrong' })
  await ask(unconfirmed, `POST /users/${bob.id}/two-factor`, { currentPassword: goodPassword })
  await ask(ann, `POST ${url}/confirm`, { code: '000000' })
  const { secret } = (await ask(ann, `POST ${url}`, { currentPassword: goodPassword })).json().item
  const nextCode = () => {
    advanceClock(deps, 30)
    return timeCode(secret, deps.now())
  }
  await ask(ann, `POST ${url}/confirm`, { code: 'nonsense' })
  await ask(ann, `POST ${url}/confirm`, { code: nextCode() })
  await ask(ann, `POST ${url}`, { currentPassword: goodPassword })
  await ask(ann, `POST ${url}/recovery-codes`, { code: 'nonsense' })
  await ask(ann, `POST ${url}/recovery-codes`, { code: nextCode() })
  await ask(ann, `GET ${url}`)
  const credentials = { username: ann.email, password: goodPassword }
  const step = (await ask(nobody, 'POST /auth/login', credentials)).json().error.details
  const { two_factor_token } = step
  await ask(nobody, 'POST /auth/login/two-factor', { two_factor_token, code: 'nonsense' })
  await ask(nobody, 'POST /auth/login/two-factor', { two_factor_token: 'unknown', code: nextCode() })
  await ask(nobody, 'POST /auth/login/two-factor', { two_factor_token, code: nextCode() })
  await ask(ann, `DELETE ${url}`, { currentPassword: 'wrong' })
  await ask(admin, `DELETE ${url}`)
  await ask(ann, `DELETE ${url}`, { currentPassword: goodPassword })
}

async function recordPasskeys({ ask, signIn, admin, ann, bob }: Scene) {
  const url = `/users/${ann.id}/passkeys`
  const authenticator = createAuthenticator()
  await ask(ann, `POST ${url}/options`, { currentPassword: 'wrong' })
  const begun = (await ask(ann, `POST ${url}/options`, { currentPassword: goodPassword })).json().item
  const { challengeToken } = begun
  const response = authenticator.create(begun.options)
  const added = await ask(ann, `POST ${url}`, { challengeToken, name: 'Phone', response })
  const { id } = added.json().item
  await ask(ann, `POST ${url}`, { challengeToken, name: 'Phone', response })
  await ask(ann, `POST ${url}`, { challengeToken, name: '', response: {} })
  await ask(ann, `GET ${url}`)
  await ask(await signIn(bob), `GET ${url}`)
  await ask(ann, `PUT ${url}/${id}`, { name: 'Blue phone' })
  await ask(ann, `PUT ${url}/999999`, { name: 'Blue phone' })
  const start = async () => (await ask(nobody, 'POST /auth/login/passkey/options')).json().data
  const right = await start()
  const answer = { challenge_token: right.challenge_token, response: authenticator.get(right.options) }
  await ask(nobody, 'POST /auth/login/passkey', answer)
  await ask(nobody, 'POST /auth/login/passkey', answer)
  const unknown = await start()
  await ask(nobody, 'POST /auth/login/passkey', {
    challenge_token: unknown.challenge_token,
    response: createAuthenticator().get(unknown.options),
  })
  await ask(admin, `DELETE ${url}/${id}`)
  await ask(ann, `DELETE ${url}/${id}`)
}

async function recordLockout({ ask, admin, ann }: Scene) {
  await ask(admin, `GET /users/${ann.id}/lockout`)
  for (let count = 0; count < 6; count += 1)
    await ask(nobody, 'POST /auth/login', { username: ann.email, password: `wrong ${count}` })
  await ask(admin, `GET /users/${ann.id}/lockout`)
  await ask(admin, 'GET /users/999999/lockout')
  await ask(ann, `POST /users/${ann.id}/unlock`)
  await ask(admin, `POST /users/${ann.id}/unlock`)
  await ask(admin, `GET /users/${ann.id}/lockout`)
}
