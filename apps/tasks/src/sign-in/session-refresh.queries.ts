import type { Database } from '#database.ts'

/** Whether it is ours to refresh: the first who comes, or the next when the first has not come back. */
export async function claimRefresh(db: Database, digest: string, now: Date, patienceMs: number) {
  const startedAt = now.toISOString()
  const abandonedBefore = new Date(now.getTime() - patienceMs).toISOString()
  const claimed = await db
    .insertInto('sessionRefreshes')
    .values({ digest, startedAt })
    .onConflict(conflict =>
      conflict
        .column('digest')
        .doUpdateSet({ startedAt })
        .where('sessionRefreshes.outcome', 'is', null)
        .where('sessionRefreshes.startedAt', '<', abandonedBefore),
    )
    .returning('digest')
    .executeTakeFirst()
  return claimed !== undefined
}

export async function findRefresh(db: Database, digest: string) {
  return db.selectFrom('sessionRefreshes').select('outcome').where('digest', '=', digest).executeTakeFirst()
}

export async function saveOutcome(db: Database, digest: string, outcome: string) {
  await db.updateTable('sessionRefreshes').set({ outcome }).where('digest', '=', digest).execute()
}

export async function takeOutcome(db: Database, digest: string) {
  const taken = await db
    .deleteFrom('sessionRefreshes')
    .where('digest', '=', digest)
    .returning('outcome')
    .executeTakeFirst()
  return taken?.outcome
}

export async function deleteRefresh(db: Database, digest: string) {
  await db.deleteFrom('sessionRefreshes').where('digest', '=', digest).execute()
}

export async function deleteRefreshesBefore(db: Database, moment: string) {
  await db.deleteFrom('sessionRefreshes').where('startedAt', '<', moment).execute()
}
