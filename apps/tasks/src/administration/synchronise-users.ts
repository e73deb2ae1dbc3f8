import { Conflict } from '@atrium/core/errors'
import { inTransaction } from '@atrium/database/transaction'
import { sql } from 'kysely'
import type { Deps } from '#deps.ts'
import { applyProfile } from './apply-profile.ts'
import { archiveByPassport } from './synchronise-user.queries.ts'
import { withCurrentEmails } from './synchronise-user.ts'

export interface Synchronised {
  created: number
  updated: number
  unchanged: number
  archived: number
  failed: number
  tookMs: number
}

type Outcome = Exclude<keyof Synchronised, 'tookMs'>
type Listed = Awaited<ReturnType<ReturnType<Deps['identity']['listProfiles']>['next']>>['value'][number]

/** Every user of the identity service, page by page; one who fails does not stop the others. One run at a time. */
export async function synchroniseUsers(deps: Deps): Promise<Synchronised> {
  const begun = performance.now()
  const counts = { created: 0, updated: 0, unchanged: 0, archived: 0, failed: 0 }
  await deps.db.connection().execute(async connection => {
    const { rows } = await sql<{
      free: boolean
    }>`select pg_try_advisory_lock(hashtext('users sync')) as free`.execute(connection)
    if (!rows[0]?.free) throw new Conflict('The users are being synchronised already')
    try {
      for await (const profiles of deps.identity.listProfiles()) {
        for (const profile of profiles) counts[await synchroniseOne(deps, profile)] += 1
      }
    } finally {
      await sql`select pg_advisory_unlock(hashtext('users sync'))`.execute(connection)
    }
  })
  return { ...counts, tookMs: Math.round(performance.now() - begun) }
}

async function synchroniseOne(deps: Deps, { isArchived, ...profile }: Listed): Promise<Outcome> {
  const now = deps.now().toISOString()
  try {
    if (isArchived) return await archive(deps, profile.passportId, now)
    return await withCurrentEmails(deps, profile, () =>
      inTransaction(deps, async (tx, emit) => {
        const { outcome } = await applyProfile(tx, emit, profile, now)
        if (outcome === 'updated') await emit({ type: 'RightsChanged', passportId: profile.passportId })
        return outcome
      }),
    )
  } catch (error) {
    deps.log.warn({ err: error, passportId: profile.passportId }, 'a user could not be synchronised')
    return 'failed'
  }
}

function archive(deps: Deps, passportId: number, now: string): Promise<Outcome> {
  return inTransaction(deps, async (tx, emit) => {
    if (!(await archiveByPassport(tx, passportId, now))) return 'unchanged'
    await emit({ type: 'RightsChanged', passportId })
    return 'archived'
  })
}
