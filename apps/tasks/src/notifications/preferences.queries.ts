import { among } from '@atrium/database/conditions'
import { sql } from 'kysely'
import type { Database } from '#database.ts'
import type { Preferences } from './notification.contract.ts'

const defaults: Preferences = {
  mail: 'digest',
  mutedTypes: [],
  mutedProjects: [],
  quietHours: null,
  summaryAt: null,
  timeZone: 'UTC',
}

/** Times of day as the API writes them. */
const columns = [
  'mail',
  'mutedTypes',
  'mutedProjects',
  sql<Preferences['quietHours']>`case when quiet_from is not null then json_build_object(
    'from', to_char(quiet_from, 'HH24:MI'), 'to', to_char(quiet_to, 'HH24:MI')) end`.as('quietHours'),
  sql<string | null>`to_char(summary_at, 'HH24:MI')`.as('summaryAt'),
  sql<string>`coalesce(time_zone, mail_time_zone, 'UTC')`.as('timeZone'),
] as const

export async function getPreferences(db: Database, userId: number): Promise<Preferences> {
  const preferences = await db
    .selectFrom('userSettings')
    .where('userId', '=', userId)
    .select(columns)
    .executeTakeFirst()
  return (preferences ?? defaults) as Preferences
}

interface PreferenceColumns extends Pick<Preferences, 'mail' | 'mutedTypes' | 'mutedProjects' | 'summaryAt'> {
  quietFrom: string | null
  quietTo: string | null
  mailTimeZone: string
}

export async function updatePreferences(
  db: Database,
  userId: number,
  changes: Partial<PreferenceColumns>,
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
