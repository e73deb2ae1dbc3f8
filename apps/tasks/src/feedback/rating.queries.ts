import type { Database } from '#deps.ts'
import type { NewRating, Rating } from './rating.contract.ts'

/** One per user and day: a second one takes the place of the first, its comment too. */
export async function keepRating(
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
