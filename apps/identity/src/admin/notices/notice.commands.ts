import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#access-control/actor.ts'
import { audit } from '#audit/audit.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { ValidationFailed } from '#errors.ts'
import type { NewBanner, NewMaintenance } from './notice.contract.ts'
import * as queries from './notice.queries.ts'

export function startMaintenance(
  deps: Deps,
  actor: Actor,
  { message = null, messageRu = null }: NewMaintenance,
) {
  return change(deps, async tx => {
    await queries.upsertMaintenance(tx, { since: deps.now().toISOString(), message, messageRu })
    await audit(deps, tx, actor, { action: 'maintenance.started', details: { message, messageRu } })
  })
}

export function endMaintenance(deps: Deps, actor: Actor) {
  return change(deps, async tx => {
    if (await queries.deleteNotice(tx, 'maintenance'))
      await audit(deps, tx, actor, { action: 'maintenance.ended' })
  })
}

export function setBanner(deps: Deps, actor: Actor, { kind, text, textRu = null, endsAt = null }: NewBanner) {
  const now = deps.now()
  if (endsAt !== null && Date.parse(endsAt) <= now.getTime())
    throw new ValidationFailed({ endsAt: 'future_expected' })
  return change(deps, async tx => {
    const banner = { kind, text, textRu, endsAt }
    await queries.upsertBanner(tx, now.toISOString(), banner)
    await audit(deps, tx, actor, { action: 'banner.set', details: banner })
  })
}

export function removeBanner(deps: Deps, actor: Actor) {
  return change(deps, async tx => {
    if (await queries.deleteNotice(tx, 'banner')) await audit(deps, tx, actor, { action: 'banner.removed' })
  })
}

/** This process knows it at once, the others within a second or two. */
async function change(deps: Deps, work: (tx: Database) => Promise<void>) {
  await inTransaction(deps, work)
  await deps.notices.refresh()
  return queries.getNotices(deps.db, deps.now())
}
