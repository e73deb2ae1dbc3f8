import { type Static, type TSchema, Type } from 'typebox'
import { ideaStatuses, ideaTypes } from './idea.contract.ts'

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
