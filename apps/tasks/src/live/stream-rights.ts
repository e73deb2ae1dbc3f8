import { batch } from '@atrium/database/batch'
import type { TokenCheck } from '@atrium/token-check/verify-access-token'
import { type Actor, isWithinToken } from '#administration/actor.ts'
import { listPermissionsOf } from '#administration/user.queries.ts'
import type { Database } from '#database.ts'
import { Forbidden, ValidationFailed } from '#errors.ts'
import { listMemberships } from '#projects/record-access.queries.ts'
import { may } from '#projects/rights.ts'
import type { Topic } from './live.contract.ts'
import { listTopicAccess } from './stream.queries.ts'
import type { Stream } from './stream.ts'

const MAX_TOPICS = 50
const RECHECK_MS = 30_000

type TopicName = Pick<Topic, 'kind' | 'id'>

/** Checks are batched: after a restart, thousands of streams reconnect at once. */
export function createStreamRights(db: Database, tokenCheck: TokenCheck, now: () => Date) {
  const findAccess = batch((readers: { userId: number; topics: TopicName[] }[]) =>
    listTopicAccess(db, readers),
  )
  const isAllowed = batch((streams: Stream[]) => areAllowed(db, streams))

  async function checkSessionNow(stream: Stream) {
    const { session } = stream
    session.checkedAt = now().getTime()
    try {
      const claims = await tokenCheck.check(session.accessToken)
      // The client can renew a token that expired in the meantime, but not a revoked session.
      if (!claims) stream.end(hasExpired(stream, now()) ? 'session_expired' : 'session_revoked')
      return claims
    } catch {
      // A stream is a read: it stays open for as long as the token check trusts the last answer.
      stream.end('session_unverified')
    }
  }

  return {
    /** Parses `navigation,board:7,project:3` and refuses topics that the user cannot read. */
    openTopics: async (actor: Actor, list: string): Promise<Topic[]> => {
      const topics = parseTopics(list)
      if (topics.length === 0) return []
      const found = await findAccess({ userId: actor.id, topics })
      return topics.map(({ kind, id }, index) => {
        const access = found[index]
        const isReadable = access && !access.deletedAt && may(actor, access.role, 'project.read')
        if (!isReadable || !isWithinToken(actor, access.projectId)) {
          throw new Forbidden('forbidden_topic', { topic: `${kind}:${id}` })
        }
        return { kind, id, projectId: access.projectId }
      })
    },

    /** Ends streams whose users can no longer read their topics. Events are queued during the check. */
    checkTopics: async (streams: Stream[]) => {
      await Promise.all(
        streams.map(async stream => {
          if (stream.topics.length === 0) return
          stream.pause()
          try {
            if (!(await isAllowed(stream))) stream.end('forbidden_topic')
          } catch (error) {
            stream.end('internal')
            throw error
          } finally {
            stream.resume()
          }
        }),
      )
    },

    /** Ends a stream whose session has ended; asks the identity service at most every 30 seconds. */
    checkSession: async (stream: Stream) => {
      const { session } = stream
      if (hasExpired(stream, now())) return stream.end('session_expired')
      if (now().getTime() - session.checkedAt < RECHECK_MS) return
      await checkSessionNow(stream)
    },

    checkSessionNow,
  }
}

function parseTopics(list: string): TopicName[] {
  const names = [...new Set(list.split(','))].filter(name => name !== '' && name !== 'navigation')
  if (names.length > MAX_TOPICS) {
    throw new ValidationFailed({ topics: { code: 'too_many_topics', limit: MAX_TOPICS } })
  }
  return names.map(name => {
    const [, kind, digits] = name.match(/^(board|project):([1-9]\d{0,15})$/) ?? []
    if (!kind) throw new ValidationFailed({ topics: 'invalid_topics' })
    return { kind: kind as Topic['kind'], id: Number(digits) }
  })
}

/** Two statements for any number of streams. */
async function areAllowed(db: Database, streams: Stream[]) {
  const users = [...new Set(streams.map(({ userId }) => userId))]
  const projects = [...new Set(streams.flatMap(({ topics }) => topics.map(({ projectId }) => projectId)))]
  const memberships = await listMemberships(db, users, projects)
  const members = new Set(memberships.map(({ userId, projectId }) => `${userId} in ${projectId}`))
  const permissions = await listPermissionsOf(db, users)
  return streams.map(({ userId, actor, topics }) => {
    const current = { ...actor, permissions: permissions.get(userId) ?? new Set<string>() }
    return (
      may(current, null, 'project.read') ||
      topics.every(({ projectId }) => members.has(`${userId} in ${projectId}`))
    )
  })
}

function hasExpired({ session }: Stream, now: Date) {
  return now.getTime() >= session.expiresAt
}
