import type { Database } from '#deps.ts'
import type { MemberRole } from './project.schema.ts'

/** The project in which a record lies, and what the user is there. */
export interface Place {
  projectId: number
  role: MemberRole | null
  type: string
  archivedAt: string | null
  /** Of the record itself, where it can be deleted and still be there. */
  deletedAt?: string | null
}

export async function findProjectPlace(db: Database, userId: number, id: number) {
  const place = await selectPlaces(db, userId).where('projects.id', '=', id).executeTakeFirst()
  return place as Place | undefined
}

/** To be joined with the record's table; the record names its project, the caller never does. */
export function selectPlaces(db: Database, userId: number) {
  return db
    .selectFrom('projects')
    .leftJoin('projectMembers as mine', join =>
      join.onRef('mine.projectId', '=', 'projects.id').on('mine.userId', '=', userId),
    )
    .select(['projects.id as projectId', 'mine.role', 'projects.type', 'projects.archivedAt'])
}
