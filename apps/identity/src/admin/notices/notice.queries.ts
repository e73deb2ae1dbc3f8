import { ownBranding } from '@atrium/core/branding.contract'
import type { Notices } from '@atrium/core/notices.contract'
import { sql } from 'kysely'
import type { Database } from '#database.ts'
import { brandingColumns, brandingOf } from '../branding/branding.queries.ts'
import type { NewBanner } from './notice.contract.ts'

/** The notices that are in force at a moment. */
export async function getNotices(db: Database, now: Date): Promise<Notices> {
  const rows = await db
    .selectFrom('branding')
    .leftJoin('notices', join => join.onTrue())
    .select(brandingColumns)
    .select(['subject', 'notices.id', 'kind', 'text', 'textRu', 'endsAt', 'since'])
    .execute()
  const [first] = rows
  const maintenance = rows.find(({ subject }) => subject === 'maintenance')
  const banner = rows.find(({ subject }) => subject === 'banner')
  const isOver = banner?.endsAt != null && Date.parse(banner.endsAt) <= now.getTime()
  return {
    branding: first ? brandingOf(first) : ownBranding,
    maintenance: maintenance?.since
      ? { since: maintenance.since, message: maintenance.text, messageRu: maintenance.textRu }
      : null,
    banner:
      banner?.id && !isOver
        ? {
            id: banner.id,
            kind: banner.kind as NonNullable<Notices['banner']>['kind'],
            text: banner.text ?? '',
            textRu: banner.textRu,
            endsAt: banner.endsAt,
          }
        : null,
  }
}

/** If it is on already, only the texts change. */
export async function upsertMaintenance(
  tx: Database,
  { since, message, messageRu }: { since: string; message: string | null; messageRu: string | null },
) {
  const texts = { text: message, textRu: messageRu }
  await tx
    .insertInto('notices')
    .values({ subject: 'maintenance', since, ...texts })
    .onConflict(conflict => conflict.column('subject').doUpdateSet(texts))
    .execute()
}

/** A banner with a new id: those who dismissed the last one see it. */
export async function upsertBanner(tx: Database, since: string, banner: Required<NewBanner>) {
  await tx
    .insertInto('notices')
    .values({ subject: 'banner', since, ...banner })
    .onConflict(conflict => conflict.column('subject').doUpdateSet({ id: sql`default`, since, ...banner }))
    .execute()
}

/** Whether there was one. */
export async function deleteNotice(tx: Database, subject: 'maintenance' | 'banner') {
  const deleted = await tx
    .deleteFrom('notices')
    .where('subject', '=', subject)
    .returning('subject')
    .executeTakeFirst()
  return deleted !== undefined
}
