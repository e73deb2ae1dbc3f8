import type { TokenCheck } from '@atrium/token-check/verify-access-token'
import type { Database } from '#deps.ts'
import { listMemberships } from '#projects/place.queries.ts'
import { may } from '#projects/rights.ts'
import type { Stream } from './stream.ts'

const RECHECK_MS = 30_000

/** Ends a stream whose session has. */
export async function checkSession(stream: Stream, tokenCheck: TokenCheck, now: Date) {
  const { session } = stream
  const at = now.getTime()
  if (at >= session.expiresAt) return stream.end('session_expired')
  if (at - session.checkedAt < RECHECK_MS) return
  session.checkedAt = at
  // While the identity service is away nobody is thrown out: the next round asks again.
  const claims = await tokenCheck.check(session.accessToken).catch(() => true)
  if (!claims) stream.end('session_revoked')
}

/** Ends the streams whose users are no longer members of what they follow, all in one look. */
export async function checkTopics(db: Database, streams: Stream[]) {
  const asked = streams.filter(({ topics, actor }) => topics.length > 0 && !may(actor, null, 'project.read'))
  const users = [...new Set(asked.map(({ userId }) => userId))]
  if (users.length === 0) return
  const memberships = await listMemberships(db, users)
  const isMember = (userId: number, projectId: number) =>
    memberships.some(member => member.userId === userId && member.projectId === projectId)
  for (const stream of asked) {
    const isAllowed = stream.topics.every(({ projectId }) => isMember(stream.userId, projectId))
    if (!isAllowed) stream.end('forbidden_topic')
  }
}
