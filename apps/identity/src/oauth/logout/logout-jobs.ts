import { randomUUID } from 'node:crypto'
import { addJobs, FinalFailure } from '@atrium/jobs/jobs'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { signToken } from '#tokens/access-token.ts'
import { subjectOf } from '#tokens/secrets.ts'
import type { ApplicationSession } from '../openid/application-session.queries.ts'
import { sidOf } from '../openid/id-token.ts'

const TASK = 'openid.logout'
const TOKEN_SECONDS = 120
const TIMEOUT_MS = 10_000

export function enqueueLogouts(tx: Database, sessions: ApplicationSession[]) {
  return addJobs(
    tx,
    TASK,
    sessions.map(session => ({ payload: session })),
  )
}

/** For the worker: OpenID Connect Back-Channel Logout 1.0. A message that does not arrive is sent again later. */
export function logoutTasks(deps: Deps) {
  return {
    [TASK]: async (session: ApplicationSession) => {
      const client = await deps.db
        .selectFrom('clients')
        .where('id', '=', session.clientId)
        .where('isActive', '=', true)
        .select(['clientId', 'sectorIdentifier', 'backchannelLogoutUri'])
        .executeTakeFirst()
      if (!client?.backchannelLogoutUri) return
      const token = await createLogoutToken(deps, client, session)
      await send(deps, client.backchannelLogoutUri, token)
    },
  }
}

interface Recipient {
  clientId: string
  sectorIdentifier: string | null
}

/** §2.4. Its type and its event distinguish it from an ID token, and it never has a nonce. */
function createLogoutToken(deps: Deps, client: Recipient, { userId, sessionId }: ApplicationSession) {
  const now = deps.now()
  const issuedAt = Math.floor(now.getTime() / 1000)
  const claims = {
    iss: deps.settings.IDENTITY_URL,
    sub: subjectOf(deps.secrets, client, userId),
    aud: client.clientId,
    iat: issuedAt,
    exp: issuedAt + TOKEN_SECONDS,
    jti: randomUUID(),
    sid: sidOf(deps, sessionId, client),
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  }
  return signToken(deps.keyRing, claims, now, 'logout+jwt')
}

async function send({ outbound }: Deps, address: string, token: string) {
  const { status } = await outbound.send(address, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: String(new URLSearchParams({ logout_token: token })),
    wholeMs: TIMEOUT_MS,
  })
  if (status >= 200 && status < 300) return
  const problem = `${new URL(address).origin} answered a logout token with ${status}`
  // §2.8: the application has understood the request and refuses it.
  if (status === 400) throw new FinalFailure(problem)
  throw new Error(problem)
}
