import { endOf, startOf } from '@atrium/core/paging'
import { among, containing, wordsOf } from '@atrium/database/conditions'
import { type ExpressionBuilder, sql } from 'kysely'
import type { DB } from '#database.ts'
import { isListedFor, showsContactsTo, type Viewer } from './directory.ts'
import { idsOf } from './list-filters.ts'
import type { UserFilters } from './user.contract.ts'

type Users = ExpressionBuilder<DB, 'users'>

/** The condition that the filters make. What the viewer does not see of a user does not find that user either. */
export function matchingUsers(filters: UserFilters, viewer: Viewer) {
  return (users: Users) => {
    const { ids, isOwner, passportId, email, status } = filters
    return users.and([
      isListedFor(viewer),
      ...(passportId || email ? [showsContactsTo(viewer)] : []),
      ...(ids ? [among('users.id', idsOf(ids))] : []),
      ...(isOwner === undefined ? [] : [users('isOwner', '=', isOwner)]),
      ...(status === 'active' ? [users('archivedAt', 'is', null)] : []),
      ...(status === 'archived' ? [users('archivedAt', 'is not', null)] : []),
      ...(passportId ? [users('passportId', '=', passportId)] : []),
      ...textFilters(users, filters),
      ...matchingSearch(filters.search, viewer),
      ...dateFilters(users, filters),
    ])
  }
}

/** For each word: it is in the user's name, or in an address that the viewer sees. */
export function matchingSearch(search: string | undefined, viewer: Viewer) {
  return wordsOf(search).map(word => {
    const pattern = containing(word)
    return sql<boolean>`(users.name_text like lower(${pattern}::text collate natural_order)
      or (${showsContactsTo(viewer)} and lower(users.email) like lower(${pattern})))`
  })
}

function textFilters({ eb, fn }: Users, filters: UserFilters) {
  const columns = ['email', 'surname', 'name', 'patronymic', 'post'] as const
  const contains = (column: (typeof columns)[number], part: string) =>
    eb(fn<string>('lower', [`users.${column}`]), 'like', containing(part.toLowerCase()))
  return columns.flatMap(column => (filters[column] ? [contains(column, filters[column])] : []))
}

function dateFilters({ eb }: Users, { createdFrom, createdTo, updatedFrom, updatedTo }: UserFilters) {
  return [
    ...(createdFrom ? [eb('users.createdAt', '>=', startOf(createdFrom))] : []),
    ...(createdTo ? [eb('users.createdAt', '<=', endOf(createdTo))] : []),
    ...(updatedFrom ? [eb('users.updatedAt', '>=', startOf(updatedFrom))] : []),
    ...(updatedTo ? [eb('users.updatedAt', '<=', endOf(updatedTo))] : []),
  ]
}
