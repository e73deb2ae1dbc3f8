import { type Static, type TSchema, Type } from 'typebox'
import { ideaStatuses, ideaTypes } from './idea.schema.ts'

export const aspects = ['speed', 'functionality', 'design', 'usability'] as const

const average = Type.Number({ description: 'With two decimals; 0 while there are no ratings' })
const howOften = Type.Array(Type.Integer(), { description: 'How often 1, 2, 3, 4 and 5 were given' })

export const FeedbackStats = Type.Object({
  ratings: Type.Object({
    count: Type.Integer(),
    average: Type.Object(each([...aspects, 'overall'], average)),
    distribution: Type.Object(each(aspects, howOften)),
    trend: Type.Array(
      Type.Object({
        week: Type.String({ description: 'A week of ISO 8601, such as 2026-W03' }),
        count: Type.Integer(),
        overall: average,
      }),
      { description: 'The weeks that have ratings, of the last 26' },
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
