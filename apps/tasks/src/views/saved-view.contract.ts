import { contractsOf } from '@atrium/core/contract'
import {
  Body,
  Default,
  Id,
  Instant,
  Item,
  List,
  ListQuery,
  Message,
  Name,
  Nullable,
  OneOf,
} from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { limitable, signedIn } from '#access.contract.ts'
import { MAX_FILTER_LENGTH } from './filter.contract.ts'

const ViewKind = OneOf('table', 'calendar', 'timeline', 'board')
const Filter = Type.String({ maxLength: MAX_FILTER_LENGTH, description: 'In the query language' })
// Fields come and go with the project, so that only their form is checked; what no longer exists is ignored.
const OrderBy = Type.String({
  pattern: '^-?[A-Za-z][A-Za-z0-9]{0,39}$',
  description: 'As in the list of tasks',
})
const GroupBy = Type.String({ pattern: '^[A-Za-z][A-Za-z0-9]{0,39}$' })
const Scale = Type.String({
  pattern: '^[a-z]{1,20}$',
  description: 'How much time a calendar or timeline shows at once, such as `weeks`',
})
const ViewColumn = Body({
  name: Type.String({ pattern: '^[A-Za-z][A-Za-z0-9]{0,39}$' }),
  width: Type.Optional(Type.Integer({ minimum: 40, maximum: 2000, description: 'In pixels' })),
})
const Columns = Type.Array(ViewColumn, { maxItems: 100, description: 'What the table shows, in order' })

export const SavedView = Type.Object({
  id: Id,
  projectId: Nullable({ ...Id, description: 'null for a view over all projects' }),
  ownerId: Id,
  name: Type.String(),
  kind: ViewKind,
  isShared: Type.Boolean({ description: 'Whether every member of the project can use it' }),
  filter: Filter,
  orderBy: Nullable(OrderBy),
  groupBy: Nullable(GroupBy),
  scale: Nullable(Scale),
  columns: Columns,
  createdAt: Instant,
  updatedAt: Instant,
})
export type SavedView = Static<typeof SavedView>

export const NewSavedView = Body({
  projectId: Default(Nullable(Id), null),
  name: Name(100),
  kind: Default(ViewKind, 'table'),
  isShared: Default(Type.Boolean(), false),
  filter: Default(Filter, ''),
  orderBy: Default(Nullable(OrderBy), null),
  groupBy: Default(Nullable(GroupBy), null),
  scale: Default(Nullable(Scale), null),
  columns: Default(Columns, []),
})
export type NewSavedView = Static<typeof NewSavedView>

export const SavedViewChanges = Body({
  name: Type.Optional(Name(100)),
  kind: Type.Optional(ViewKind),
  isShared: Type.Optional(Type.Boolean()),
  filter: Type.Optional(Filter),
  orderBy: Type.Optional(Nullable(OrderBy)),
  groupBy: Type.Optional(Nullable(GroupBy)),
  scale: Type.Optional(Nullable(Scale)),
  columns: Type.Optional(Columns),
})
export type SavedViewChanges = Static<typeof SavedViewChanges>

export const SavedViewFilters = Type.Object({
  ...ListQuery.properties,
  projectId: Type.Optional({ ...Id, description: 'Without it, your views over all projects' }),
})
export type SavedViewFilters = Static<typeof SavedViewFilters>

const contract = contractsOf('Saved views')
const inProjectErrors = ['project_not_found', 'not_a_member', 'role_too_low', 'project_archived'] as const

export const listSavedViews = contract('listSavedViews', 'GET /view', {
  summary: 'List saved views',
  description: 'Your views of a project and the ones that are shared in it, by name.',
  access: limitable(signedIn),
  query: SavedViewFilters,
  reply: List(SavedView),
  errors: ['project_not_found', 'not_a_member'],
})

export const createSavedView = contract('createSavedView', 'POST /view', {
  summary: 'Save a view',
  description:
    'A filter, its order, groups and columns under a name: for yourself, or shared with all members of the project. Sharing takes the role member. A view over all projects can’t be shared.',
  access: limitable(signedIn),
  body: NewSavedView,
  reply: Item(SavedView),
  errors: [...inProjectErrors, 'too_many_views'],
})

export const updateSavedView = contract('updateSavedView', 'PUT /view/:id', {
  summary: 'Update a saved view',
  description:
    'Changes the given fields. A shared view can be changed by its owner and by managers of the project.',
  access: limitable(signedIn),
  body: SavedViewChanges,
  reply: Item(SavedView),
  errors: ['view_not_found', ...inProjectErrors],
})

export const deleteSavedView = contract('deleteSavedView', 'DELETE /view/:id', {
  summary: 'Delete a saved view',
  description: 'Of a shared view, this takes its owner or a manager of the project.',
  access: limitable(signedIn),
  reply: Message,
  errors: ['view_not_found', ...inProjectErrors],
})
