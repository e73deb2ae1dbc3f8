import type { Page } from '@atrium/core/paging'
import { countRows, listPage } from '@atrium/database/list-page'
import { type Insertable, sql } from 'kysely'
import type { UserSummary } from '#administration/user.contract.ts'
import { userSummary } from '#administration/user-summary.ts'
import type { Database, ShareLinks } from '#database.ts'
import { type RecordAccess, selectAccess } from '#projects/record-access.queries.ts'

export const shareRecord = {
  find: (db: Database, userId: number, id: number): Promise<RecordAccess | undefined> =>
    selectAccess(db, userId)
      .innerJoin('shareLinks', 'shareLinks.projectId', 'projects.id')
      .where('shareLinks.id', '=', id)
      .$castTo<RecordAccess>()
      .executeTakeFirst(),
  notFound: 'share_not_found',
} as const

export function listShares(db: Database, boardId: number, page: Page) {
  return listPage(
    selectShares(db).where('shareLinks.boardId', '=', boardId).orderBy('shareLinks.id', 'desc'),
    page,
  )
}

export function getShare(db: Database, id: number) {
  return selectShares(db).where('shareLinks.id', '=', id).executeTakeFirstOrThrow()
}

function selectShares(db: Database) {
  return db
    .selectFrom('shareLinks')
    .innerJoin('users', 'users.id', 'shareLinks.createdBy')
    .select([
      'shareLinks.id',
      'shareLinks.boardId',
      sql<boolean>`share_links.password_hash is not null`.as('hasPassword'),
      'shareLinks.endsAt',
      'shareLinks.showsComments',
      'shareLinks.showsFiles',
      'shareLinks.createdAt',
      'shareLinks.openedAt',
      userSummary.$castTo<UserSummary>().as('createdBy'),
    ])
}

export interface StoredShare {
  id: number
  projectId: number
  boardId: number
  createdBy: number
  passwordHash: string | null
  endsAt: string | null
  showsComments: boolean
  showsFiles: boolean
}

export function findShareByDigest(db: Database, digest: string): Promise<StoredShare | undefined> {
  return db
    .selectFrom('shareLinks')
    .where('digest', '=', digest)
    .select([
      'id',
      'projectId',
      'boardId',
      'createdBy',
      'passwordHash',
      'endsAt',
      'showsComments',
      'showsFiles',
    ])
    .executeTakeFirst()
}

export function countShares(tx: Database, boardId: number) {
  return countRows(tx.selectFrom('shareLinks').where('boardId', '=', boardId))
}

export async function insertShare(tx: Database, share: Insertable<ShareLinks>) {
  const { id } = await tx.insertInto('shareLinks').values(share).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Returns the board of the deleted link. */
export function deleteShare(tx: Database, projectId: number, id: number) {
  return tx
    .deleteFrom('shareLinks')
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .returning('boardId')
    .executeTakeFirst()
}

export async function deleteSharesOfMember(tx: Database, projectId: number, userId: number) {
  await tx
    .deleteFrom('shareLinks')
    .where('projectId', '=', projectId)
    .where('createdBy', '=', userId)
    .execute()
}

/** Once an hour at most, so that reading a popular board causes no writes. */
export async function noteShareOpened(db: Database, { id, projectId }: StoredShare, now: Date) {
  const hourAgo = new Date(now.getTime() - 3_600_000).toISOString()
  await db
    .updateTable('shareLinks')
    .set({ openedAt: now.toISOString() })
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .where(({ eb, or }) => or([eb('openedAt', 'is', null), eb('openedAt', '<', hourAgo)]))
    .execute()
}

/** Returns how many passwords have been tried since a period began, with this one; a period begins with its first. */
export async function countTry(db: Database, { id, projectId }: StoredShare, now: string, before: string) {
  const isNew = sql`coalesce(tries_since, '-infinity') <= ${before}`
  const { tries } = await db
    .updateTable('shareLinks')
    .set({
      tries: sql`case when ${isNew} then 1 else tries + 1 end`,
      triesSince: sql`case when ${isNew} then ${now}::timestamptz else tries_since end`,
    })
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .returning('tries')
    .executeTakeFirstOrThrow()
  return tries
}

/** The right password does not count. */
export async function forgetTry(db: Database, { id, projectId }: StoredShare) {
  await db
    .updateTable('shareLinks')
    .set({ tries: sql`greatest(tries - 1, 0)` })
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .execute()
}
