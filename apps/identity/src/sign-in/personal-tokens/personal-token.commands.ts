import type { Language } from '@atrium/core/language'
import { createPersonalToken as createToken, isWellFormedPersonalToken } from '@atrium/core/personal-token'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#access-control/actor.ts'
import { lockManageableUser } from '#access-control/hierarchy.ts'
import { parseScopes } from '#access-control/scopes.contract.ts'
import { audit } from '#audit/audit.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { Conflict, NotFound, ValidationFailed } from '#errors.ts'
import { twoFactorRoles } from '#settings.ts'
import { checkCurrentPassword } from '../authenticators/current-password.ts'
import { lockForNewFactor } from '../rules/sign-in-rules.ts'
import { MAX_PERSONAL_TOKENS, type NewPersonalToken, type PersonalToken } from './personal-token.contract.ts'
import * as queries from './personal-token.queries.ts'
import { listTasksProjects } from './tasks-projects.ts'

const DAY_MS = 86_400_000

/** The token itself is returned only here: its digest is stored. */
export async function createPersonalToken(
  deps: Deps,
  actor: Actor,
  userId: number,
  input: NewPersonalToken & { language: Language },
) {
  const { currentPassword, name, scopes, projectIds = null, expiresInDays, language } = input
  await checkCurrentPassword(deps, actor, userId, currentPassword)
  if (projectIds) await checkProjects(deps, userId, projectIds)
  const token = createToken()
  const now = deps.now()
  const expiresAt = expiresInDays === undefined ? null : instantAfter(now, expiresInDays)
  return inTransaction(deps, async (tx, emit) => {
    await lockForNewFactor(tx, actor, userId)
    if ((await queries.countPersonalTokens(tx, userId)) >= MAX_PERSONAL_TOKENS) {
      throw new Conflict('too_many_personal_tokens', { limit: MAX_PERSONAL_TOKENS })
    }
    const stored = await queries.insertPersonalToken(tx, {
      userId,
      name,
      digest: deps.secrets.digest(token),
      scope: scopes.join(' '),
      projectIds,
      createdAt: now.toISOString(),
      expiresAt,
    })
    const details = { tokenId: stored.id, name, scopes, projectIds, expiresAt }
    await auditChange(deps, tx, actor, 'user.personal_token_created', userId, details)
    const change = 'personal_token_created'
    await emit({ type: 'SecurityChanged', userId, change, personalToken: name, language })
    return { ...recordOf(stored), token }
  })
}

/** Their own, or by an administrator. */
export function revokePersonalToken(deps: Deps, actor: Actor, userId: number, tokenId: number) {
  return inTransaction(deps, async (tx, emit) => {
    await lockManageableUser(tx, actor, userId)
    const name = await queries.revokePersonalToken(tx, tokenId, userId, deps.now().toISOString())
    if (name === undefined) throw new NotFound('personal_token_not_found')
    await auditChange(deps, tx, actor, 'user.personal_token_revoked', userId, { tokenId, name })
    await emit({ type: 'TokensRevoked', tokenId: publicTokenId(tokenId) })
  })
}

/** What an active token allows; undefined for any other. */
export async function findPersonalToken({ db, secrets, settings, now }: Deps, token: string) {
  if (!isWellFormedPersonalToken(token)) return undefined
  const at = now().toISOString()
  return queries.usePersonalToken(db, secrets.digest(token), at, twoFactorRoles(settings))
}

/** The `jti` of a personal access token, which has no claims of its own. */
export function publicTokenId(id: number) {
  return `personal-token-${id}`
}

export function personalTokenIdOf(publicId: string) {
  return Number(publicId.replace('personal-token-', ''))
}

type Stored = Awaited<ReturnType<typeof queries.insertPersonalToken>>

export function recordOf({ scope, ...token }: Stored): PersonalToken {
  return { ...token, scopes: parseScopes(scope) }
}

function instantAfter(now: Date, days: number) {
  return new Date(now.getTime() + days * DAY_MS).toISOString()
}

async function checkProjects(deps: Deps, userId: number, projectIds: number[]) {
  const own = await listTasksProjects(deps, userId)
  if (projectIds.every(id => own.some(project => project.id === id))) return
  throw new ValidationFailed({ projectIds: 'does_not_exist' })
}

function auditChange(
  deps: Deps,
  tx: Database,
  actor: Actor,
  action: string,
  subjectId: number,
  details: Record<string, unknown>,
) {
  return audit(deps, tx, actor, { action, subjectType: 'user', subjectId, details })
}
