import type { Page } from '@atrium/core/paging'
import { countRows, listPage } from '@atrium/database/list-page'
import type { Insertable } from 'kysely'
import type { Database, Repositories } from '#database.ts'
import { type RecordAccess, selectAccess } from '#projects/record-access.queries.ts'

const columns = ['id', 'projectId', 'name', 'createdAt', 'lastDeliveryAt'] as const

export async function findRepositoryAccess(db: Database, userId: number, id: number) {
  const access = await selectAccess(db, userId)
    .innerJoin('repositories', 'repositories.projectId', 'projects.id')
    .where('repositories.id', '=', id)
    .executeTakeFirst()
  return access as RecordAccess | undefined
}

export const repositoryRecord = { find: findRepositoryAccess, notFound: 'repository_not_found' } as const

export function listRepositories(db: Database, projectId: number, page: Page) {
  const repositories = db
    .selectFrom('repositories')
    .where('projectId', '=', projectId)
    .select(columns)
    .orderBy('name')
    .orderBy('id')
  return listPage(repositories, page)
}

export function countRepositories(db: Database, projectId: number) {
  return countRows(db.selectFrom('repositories').where('projectId', '=', projectId))
}

export function insertRepository(tx: Database, repository: Insertable<Repositories>) {
  return tx.insertInto('repositories').values(repository).returning(columns).executeTakeFirstOrThrow()
}

export function deleteRepository(tx: Database, projectId: number, id: number) {
  return tx
    .deleteFrom('repositories')
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()
}

/** The repository that a delivery is for, with its sealed secret and what its project calls tasks. */
export function findReportingRepository(db: Database, id: number) {
  return db
    .selectFrom('repositories')
    .innerJoin('projects', 'projects.id', 'repositories.projectId')
    .where('repositories.id', '=', id)
    .select([
      'repositories.id',
      'repositories.projectId',
      'repositories.name',
      'repositories.secret',
      'repositories.robotId',
      'projects.key as projectKey',
      'projects.archivedAt',
    ])
    .executeTakeFirst()
}

export type ReportingRepository = NonNullable<Awaited<ReturnType<typeof findReportingRepository>>>

/** Returns whether it is the first one with this id. */
export async function insertDelivery(
  tx: Database,
  { id, projectId }: Pick<ReportingRepository, 'id' | 'projectId'>,
  delivery: string,
  receivedAt: string,
) {
  const inserted = await tx
    .insertInto('gitDeliveries')
    .values({ projectId, repositoryId: id, delivery, receivedAt })
    .onConflict(conflict => conflict.doNothing())
    .returning('delivery')
    .executeTakeFirst()
  if (!inserted) return false
  await tx
    .updateTable('repositories')
    .set({ lastDeliveryAt: receivedAt })
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .execute()
  return true
}
