import { randomUUID } from 'node:crypto'
import { prepared } from '@atrium/database/prepared'
import { WITHOUT_FLUSH } from '@atrium/database/transaction'
import type { AccessTokenClaims } from '@atrium/token-check/verify-access-token'
import { sql } from 'kysely'
import type { ActingAgent, Grant } from '#administration/actor.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { NotAuthenticated } from '#errors.ts'
import type { KnownAgent } from './agent-cache.ts'

interface GrantKey {
  userId: number
  passportId: number
  claims: AccessTokenClaims
}

/** The agent that a grant belongs to, if it has been used as one. What was stopped here has ended, even if its token has not. */
export async function findActingAgent(deps: Deps, key: GrantKey): Promise<ActingAgent | undefined> {
  const agent = await findKnown(deps, key)
  if (!agent) return undefined
  if (isStopped(agent, key.claims)) throw stopped()
  return actingAs(agent)
}

/** The agent of a grant that is used as one: recorded at its first use, and at most once a minute after that. */
export async function useAgent(deps: Deps, key: GrantKey, grant: Grant): Promise<ActingAgent> {
  const { userId, passportId, claims } = key
  const known = await findKnown(deps, key)
  const name = grant.application ?? claims.client_id
  const now = deps.now()
  const isRecent = known && Date.parse(known.lastUsedAt) > now.getTime() - USE_RECORDED_MS
  if (isRecent && known.name === name && !known.stoppedAt) return actingAs(known)
  const at = now.toISOString()
  const agent = await deps.agentCache.reload(cacheKeyOf(key), async () => {
    const { kind, grantKey } = grantOf(claims)
    const projectIds = grant.projectIds ? [...grant.projectIds] : null
    const { rows } = await upserted(deps.db, {
      userId,
      kind,
      grantKey,
      name,
      scope: grant.scopes.join(' '),
      projectIds,
      at,
      issuedAt: issuedAt(claims),
    })
    return { passportId, agent: rows[0] }
  })
  if (!agent?.agent || isStopped(agent.agent, claims)) throw stopped()
  return actingAs(agent.agent)
}

const USE_RECORDED_MS = 60_000

async function findKnown({ db, agentCache }: Deps, key: GrantKey) {
  const { userId, passportId, claims } = key
  const { kind, grantKey } = grantOf(claims)
  const known = await agentCache.get(cacheKeyOf(key), async () => ({
    passportId,
    agent: (await found(db, userId, kind, grantKey))[0],
  }))
  return known?.agent
}

const found = prepared(
  (_db: Database, userId: number, kind: string, grantKey: string) => sql<KnownAgent>`
    select id, mode, name, last_used_at, stopped_at from agents
    where user_id = ${userId} and kind = ${kind} and grant_key = ${grantKey}`,
)

interface Use {
  userId: number
  kind: string
  grantKey: string
  name: string
  scope: string
  projectIds: number[] | null
  at: string
  issuedAt: string | null
}

/** What was stopped acts again only with a grant that was given afterwards. */
function upserted(db: Database, { userId, kind, grantKey, name, scope, projectIds, at, issuedAt }: Use) {
  return sql<KnownAgent>`
    insert into agents (user_id, kind, grant_key, name, scope, project_ids, created_at, last_used_at)
    select ${userId}, ${kind}, ${grantKey}, ${name}, ${scope}, ${projectIds}::bigint[], ${at}, ${at}
    where ${WITHOUT_FLUSH}
    on conflict on constraint agents_grant_key do update set name = excluded.name, scope = excluded.scope,
      project_ids = excluded.project_ids, last_used_at = greatest(agents.last_used_at, excluded.last_used_at),
      stopped_at = case when agents.stopped_at >= ${issuedAt}::timestamptz or ${issuedAt}::timestamptz is null
        then agents.stopped_at end
    returning id, mode, name, last_used_at, stopped_at`.execute(db)
}

/** A personal access token that has been revoked never comes back, so that its age does not matter. */
function isStopped({ stoppedAt }: KnownAgent, claims: AccessTokenClaims) {
  const issued = issuedAt(claims)
  return stoppedAt !== null && (issued === null || Date.parse(stoppedAt) >= Date.parse(issued))
}

function issuedAt({ iat }: AccessTokenClaims) {
  return iat === undefined ? null : new Date(iat * 1000).toISOString()
}

/** Personal access tokens have no client. */
function grantOf({ sub, client_id, jti }: AccessTokenClaims) {
  if (client_id === '') return { kind: 'token', grantKey: jti }
  return { kind: sub === null ? 'service' : 'application', grantKey: client_id }
}

function cacheKeyOf({ userId, claims }: GrantKey) {
  const { kind, grantKey } = grantOf(claims)
  return `${userId} ${kind} ${grantKey}`
}

function actingAs({ id, mode }: KnownAgent): ActingAgent {
  return { id, mode, cause: randomUUID() }
}

function stopped() {
  const headers = { 'www-authenticate': 'Bearer error="invalid_token"' }
  return new NotAuthenticated('invalid_token', {}, { headers })
}
