import { among } from '@atrium/database/among'
import { containing } from '@atrium/database/containing'
import { endOf, startOf } from '@atrium/http/pagination'
import type { ExpressionBuilder } from 'kysely'
import type { DB } from '#database.ts'
import { isListedFor, showsContactsTo, type Viewer } from './directory.ts'
import { idsOf } from './list-filters.ts'
import type { UserFilters } from './user.schema.ts'

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
      ...textFilters(users, filters, viewer),
      ...dateFilters(users, filters),
    ])
  }
}

function textFilters({ eb, or, and, fn }: Users, { search, ...filters }: UserFilters, viewer: Viewer) {
  const columns = ['email', 'surname', 'name', 'patronymic', 'post'] as const
  const contains = (column: (typeof columns)[number], part: string) =>
    eb(fn<string>('lower', [`users.${column}`]), 'like', containing(part.toLowerCase()))
  const each = columns.flatMap(column => (filters[column] ? [contains(column, filters[column])] : []))
  if (!search) return each
  const byAddress = and([showsContactsTo(viewer), contains('email', search)])
  return [...each, or([contains('surname', search), contains('name', search), byAddress])]
}

function dateFilters({ eb }: Users, { createdFrom, createdTo, updatedFrom, updatedTo }: UserFilters) {
  return [
    ...(createdFrom ? [eb('users.createdAt', '>=', startOf(createdFrom))] : []),
    ...(createdTo ? [eb('users.createdAt', '<=', endOf(createdTo))] : []),
    ...(updatedFrom ? [eb('users.updatedAt', '>=', startOf(updatedFrom))] : []),
    ...(updatedTo ? [eb('users.updatedAt', '<=', endOf(updatedTo))] : []),
  ]
}
