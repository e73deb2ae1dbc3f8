import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#access-control/actor.ts'
import { lockManageableUser } from '#access-control/hierarchy.ts'
import { audit } from '#audit/audit.ts'
import type { Deps } from '#deps.ts'
import { Conflict, NotFound } from '#errors.ts'
import { renewSecurityStamp } from '#tokens/security-stamp.queries.ts'
import { checkCurrentPassword } from '../authenticators/current-password.ts'
import { deleteIdentity, hasWayToSignIn } from './identity.queries.ts'
import { getProvider } from './provider.queries.ts'

const LIFETIME_MS = 600_000
const PURPOSE = 'link an account'

interface LinkTicket {
  userId: number
  provider: string
  expiresAt: number
}

/** Returns the address that begins the linking; only a browser with a session of the same user can open it. */
export async function startLinking(
  deps: Deps,
  actor: Actor,
  userId: number,
  { provider, currentPassword }: { provider: string; currentPassword: string },
) {
  await checkCurrentPassword(deps, actor, userId, currentPassword)
  const { slug, kind, isEnabled } = await getProvider(deps.db, provider)
  if (!isEnabled || kind === 'ldap') throw new NotFound('sign_in_provider_not_found')
  const ticket: LinkTicket = { userId, provider: slug, expiresAt: deps.now().getTime() + LIFETIME_MS }
  const link = deps.secrets.seal(PURPOSE, Buffer.from(JSON.stringify(ticket)))
  return { url: `/auth/upstream/${slug}?${new URLSearchParams({ link })}` }
}

/** The user who may link an account of this provider with this ticket. */
export function readLinkTicket({ secrets, now }: Deps, provider: string, link: string) {
  try {
    const ticket: LinkTicket = JSON.parse(secrets.unseal(PURPOSE, link).toString())
    return ticket.provider === provider && ticket.expiresAt > now().getTime() ? ticket.userId : undefined
  } catch {
    return undefined
  }
}

export function removeIdentity(deps: Deps, actor: Actor, userId: number, identityId: number) {
  return inTransaction(deps, async tx => {
    await lockManageableUser(tx, actor, userId)
    const removed = await deleteIdentity(tx, userId, identityId)
    if (!removed) throw new NotFound('identity_not_found')
    if (!(await hasWayToSignIn(tx, userId))) throw new Conflict('last_way_to_sign_in')
    await renewSecurityStamp(tx, userId)
    await audit(deps, tx, actor, {
      action: 'user.identity_removed',
      subjectType: 'user',
      subjectId: userId,
      details: { provider: removed.provider },
    })
  })
}
