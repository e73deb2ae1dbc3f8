import type { TokenCheck } from '@atrium/token-check/verify-access-token'
import { listPermissionsOf } from '#administration/user.queries.ts'
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
  await checkSessionNow(stream, tokenCheck, now)
}

export async function checkSessionNow(stream: Stream, tokenCheck: TokenCheck, now: Date) {
  const { session } = stream
  session.checkedAt = now.getTime()
  // While the identity service is away nobody is thrown out: the next round asks again.
  const claims = await tokenCheck.check(session.accessToken).catch(() => true)
  if (!claims) stream.end('session_revoked')
}

/** Ends the streams whose users may no longer read what they follow, all in one look. */
export async function checkTopics(db: Database, streams: Stream[]) {
  const following = streams.filter(({ topics }) => topics.length > 0)
  if (following.length === 0) return
  const users = [...new Set(following.map(({ userId }) => userId))]
  const projects = [...new Set(following.flatMap(({ topics }) => topics.map(({ projectId }) => projectId)))]
  const memberships = await listMemberships(db, users, projects)
  const members = new Set(memberships.map(({ userId, projectId }) => `${userId} in ${projectId}`))
  const permissions = await listPermissionsOf(db, users)
  for (const stream of following) {
    const { userId, actor, topics } = stream
    const mayReadAll = may(
      { ...actor, permissions: permissions.get(userId) ?? new Set() },
      null,
      'project.read',
    )
    const isAllowed = mayReadAll || topics.every(({ projectId }) => members.has(`${userId} in ${projectId}`))
    if (!isAllowed) stream.end('forbidden_topic')
  }
}
