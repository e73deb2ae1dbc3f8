import { among } from '@atrium/database/among'
import { containing } from '@atrium/database/containing'
import { endOf, startOf } from '@atrium/http/pagination'
import { type ExpressionBuilder, sql } from 'kysely'
import type { DB } from '#database.ts'
import { idsOf } from './list-filters.ts'
import type { UserFilters } from './user.schema.ts'

type Users = ExpressionBuilder<DB, 'users'>

/** The condition that the filters make; for a viewer, also that they share a project with the user. */
export function matchingUsers(filters: UserFilters, viewerId: number | null) {
  return (users: Users) => {
    const { ids, isOwner, passportId } = filters
    return users.and([
      ...(viewerId === null ? [] : [visibleTo(viewerId)]),
      ...(ids ? [among('users.id', idsOf(ids))] : []),
      ...(isOwner === undefined ? [] : [users('isOwner', '=', isOwner)]),
      ...(passportId ? [users('passportId', '=', passportId)] : []),
      ...textFilters(users, filters),
      ...dateFilters(users, filters),
    ])
  }
}

export function visibleTo(viewerId: number) {
  return sql<boolean>`(users.id = ${viewerId} or exists (
    select from project_members as mine join project_members as theirs on theirs.project_id = mine.project_id
    where mine.user_id = ${viewerId} and theirs.user_id = users.id))`
}

function textFilters({ eb, or, fn }: Users, { search, ...filters }: UserFilters) {
  const columns = ['email', 'surname', 'name', 'patronymic', 'post'] as const
  const contains = (column: (typeof columns)[number], part: string) =>
    eb(fn<string>('lower', [`users.${column}`]), 'like', containing(part.toLowerCase()))
  const each = columns.flatMap(column => (filters[column] ? [contains(column, filters[column])] : []))
  const everywhere = (['surname', 'name', 'email'] as const).map(column => contains(column, search ?? ''))
  return search ? [...each, or(everywhere)] : each
}

function dateFilters({ eb }: Users, { createdFrom, createdTo, updatedFrom, updatedTo }: UserFilters) {
  return [
    ...(createdFrom ? [eb('users.createdAt', '>=', startOf(createdFrom))] : []),
    ...(createdTo ? [eb('users.createdAt', '<=', endOf(createdTo))] : []),
    ...(updatedFrom ? [eb('users.updatedAt', '>=', startOf(updatedFrom))] : []),
    ...(updatedTo ? [eb('users.updatedAt', '<=', endOf(updatedTo))] : []),
  ]
}
