import { ListQuery } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'

/** `1,2,3` */
export const IdList = Type.String({
  pattern: '^\\d{1,15}(,\\d{1,15}){0,999}$',
  errorCode: 'ids_expected',
})

export const CoreListQuery = Type.Object({
  ...ListQuery.properties,
  offset: Type.Optional(
    Type.Integer({ description: 'Number of items to skip; takes precedence over `page`' }),
  ),
  ids: Type.Optional(IdList),
})
export type CoreListQuery = Static<typeof CoreListQuery>
