import { contractsOf } from '@atrium/core/contract'
import { Body, Id, Instant, Item, Nullable } from '@atrium/core/schema'
import { type Static, type TSchema, Type } from 'typebox'
import { permission, withScope } from '#access.contract.ts'
import { ideaStatuses, ideaTypes } from './idea.contract.ts'

const mark = Type.Integer({ minimum: 1, maximum: 5 })
const marks = { speed: mark, functionality: mark, design: mark, usability: mark }

export const Rating = Type.Object({
  id: Id,
  userId: Id,
  ...marks,
  comment: Nullable(Type.String()),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Rating = Static<typeof Rating>

export const NewRating = Body({
  ...marks,
  comment: Type.Optional(Nullable(Type.String({ trim: true, maxLength: 2000 }))),
})
export type NewRating = Static<typeof NewRating>

export const aspects = ['speed', 'functionality', 'design', 'usability'] as const

const average = Type.Number({ description: 'Rounded to two decimals; 0 without ratings' })
const howOften = Type.Array(Type.Integer(), { description: 'Number of ratings with 1, 2, 3, 4 and 5' })

export const FeedbackStats = Type.Object({
  ratings: Type.Object({
    count: Type.Integer(),
    average: Type.Object(each([...aspects, 'overall'], average)),
    distribution: Type.Object(each(aspects, howOften)),
    trend: Type.Array(
      Type.Object({
        week: Type.String({ description: 'ISO 8601 week, such as 2026-W03' }),
        count: Type.Integer(),
        overall: average,
      }),
      { description: 'The last 26 weeks, without those that have no ratings' },
    ),
  }),
  ideas: Type.Object({
    total: Type.Integer(),
    byType: Type.Object(each(ideaTypes, Type.Integer())),
    byStatus: Type.Object(each(ideaStatuses, Type.Integer())),
  }),
})
export type FeedbackStats = Static<typeof FeedbackStats>

function each<const Key extends string, Schema extends TSchema>(keys: readonly Key[], schema: Schema) {
  return Object.fromEntries(keys.map(key => [key, schema])) as Record<Key, Schema>
}

const contract = contractsOf('Feedback')

export const rateProduct = contract('rateProduct', 'POST /feedback/rating', {
  summary: 'Rate the product',
  description: 'Four marks from 1 to 5. A second rating on the same day replaces the first.',
  access: withScope('tasks:write', permission('feedback.create')),
  body: NewRating,
  reply: Item(Rating),
})

export const getFeedbackStats = contract('getFeedbackStats', 'GET /feedback/stats', {
  summary: 'Get feedback statistics',
  description:
    'Averages, distribution and weekly trend of the ratings, and the number of ideas by type and status.',
  access: permission('feedback.stats'),
  reply: Item(FeedbackStats),
})
