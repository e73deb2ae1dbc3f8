import { sql } from 'kysely'
import type { Database } from '#database.ts'
import type { NewRating, Rating } from './rating.contract.ts'

/** One per user and day: a second one replaces the first, including its comment. */
export async function upsertRating(
  db: Database,
  userId: number,
  { comment, ...marks }: NewRating,
  now: string,
): Promise<Rating> {
  const rating = { ...marks, comment: comment || null, updatedAt: now }
  return db
    .insertInto('ratingFeedback')
    .values({ ...rating, userId, day: now.slice(0, 10), createdAt: now })
    .onConflict(conflict => conflict.constraint('rating_feedback_day_key').doUpdateSet(rating))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** How often each combination of marks was given: at most 5⁴ rows, whatever the number of ratings. */
export async function countMarks(db: Database) {
  return db
    .selectFrom('ratingFeedback')
    .select(({ fn }) => ['speed', 'functionality', 'design', 'usability', fn.countAll<number>().as('count')])
    .groupBy(['speed', 'functionality', 'design', 'usability'])
    .execute()
}
export type CountedMarks = Awaited<ReturnType<typeof countMarks>>

/** The weeks of ISO 8601 that have ratings: this one and the 25 before it. */
export async function sumMarksByWeek(db: Database, today: string) {
  return db
    .selectFrom('ratingFeedback')
    .where('day', '>=', sql<string>`date_trunc('week', ${today}::date)::date - 25 * 7`)
    .select(({ fn }) => [
      sql<string>`to_char(day, 'IYYY-"W"IW')`.as('week'),
      fn.countAll<number>().as('count'),
      sql<number>`sum(speed + functionality + design + usability)`.as('sum'),
    ])
    .groupBy('week')
    .orderBy('week')
    .execute()
}
export type WeeklyMarks = Awaited<ReturnType<typeof sumMarksByWeek>>

export async function countIdeas(db: Database) {
  return db
    .selectFrom('ideaFeedback')
    .select(({ fn }) => ['type', 'status', fn.countAll<number>().as('count')])
    .groupBy(['type', 'status'])
    .execute()
}
export type CountedIdeas = Awaited<ReturnType<typeof countIdeas>>
