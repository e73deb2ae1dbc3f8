import { ListQuery } from '@atrium/http/pagination'
import { type Static, Type } from 'typebox'

/** A day or an instant; a whole day when it ends a range. */
export const RangeEnd = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?(Z|[+-]\\d{2}:\\d{2}))?$',
  errorMessage: 'must be a date such as 2026-01-31 or a time such as 2026-01-31T09:15:00Z',
})

/** `1,2,3` */
export const IdList = Type.String({
  pattern: '^\\d{1,15}(,\\d{1,15}){0,999}$',
  errorMessage: 'must be whole numbers with commas',
})

export const CoreListQuery = Type.Object({
  ...ListQuery.properties,
  offset: Type.Optional(Type.Integer({ description: 'Wins over page' })),
  ids: Type.Optional(IdList),
})
export type CoreListQuery = Static<typeof CoreListQuery>
