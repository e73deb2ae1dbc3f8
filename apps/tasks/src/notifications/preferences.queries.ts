import { among } from '@atrium/database/conditions'
import type { Database } from '#database.ts'
import type { Preferences } from './notification.contract.ts'

const columns = ['mail', 'mutedTypes', 'mutedProjects'] as const

export async function getPreferences(db: Database, userId: number): Promise<Preferences> {
  const preferences = await db
    .selectFrom('userSettings')
    .where('userId', '=', userId)
    .select(columns)
    .executeTakeFirst()
  return (preferences ?? { mail: 'digest', mutedTypes: [], mutedProjects: [] }) as Preferences
}

export async function updatePreferences(
  db: Database,
  userId: number,
  changes: Partial<Preferences>,
  now: string,
) {
  const preferences = await db
    .insertInto('userSettings')
    .values({ ...changes, userId, updatedAt: now })
    .onConflict(conflict => conflict.column('userId').doUpdateSet({ ...changes, updatedAt: now }))
    .returning(columns)
    .executeTakeFirstOrThrow()
  return preferences as Preferences
}

/** Which of these projects the user is a member of. */
export async function listOwnAmong(db: Database, userId: number, projectIds: number[]) {
  const members = await db
    .selectFrom('projectMembers')
    .where('userId', '=', userId)
    .where(among('projectId', projectIds))
    .select('projectId')
    .execute()
  return members.map(({ projectId }) => projectId)
}
