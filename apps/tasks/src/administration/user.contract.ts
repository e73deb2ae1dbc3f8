import { contractsOf } from '@atrium/core/contract'
import { languageCodes } from '@atrium/core/languages'
import { Body, Bound, Id, Instant, Item, List, Nullable, OneOf, OrderBy } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { limitable, permission, signedIn, withScope } from '#access.contract.ts'
import { CoreListQuery } from './administration-filters.contract.ts'

export const User = Type.Object({
  id: Id,
  passportId: Nullable(Id),
  email: Nullable(Type.String({ description: 'Null, like passportId, unless you can see it' })),
  surname: Type.String(),
  name: Type.String(),
  patronymic: Nullable(Type.String()),
  post: Nullable(Type.String()),
  isOwner: Type.Boolean(),
  avatarUrl: Nullable(Type.String()),
  status: OneOf('active', 'archived'),
  isRobot: Type.Boolean({ description: 'An application that acts on its own behalf' }),
  isGuest: Type.Boolean({
    description: 'Someone from outside, who sees only the projects that they were invited to',
  }),
  roles: Type.Array(Type.String()),
  createdAt: Instant,
  updatedAt: Instant,
  lastSignInAt: Nullable(Instant),
})
export type User = Static<typeof User>

/** The running time interval, as the time-tracking chapter returns it. */
export const RunningTimer = Type.Object({
  id: Id,
  taskId: Id,
  userId: Id,
  startedAt: Instant,
  endedAt: Type.Null(),
  duration: Type.Null(),
  source: Type.String(),
  note: Nullable(Type.String()),
  isCapped: Type.Boolean(),
  task: Type.Object({ id: Id, title: Type.String(), number: Id, projectId: Id }),
})
export type RunningTimer = Static<typeof RunningTimer>

export const CurrentUser = Type.Object({
  ...User.properties,
  email: Type.String(),
  permissions: Type.Array(Type.String()),
  runningTimer: Type.Union([RunningTimer, Type.Null()]),
  /** The account pages of the identity service. */
  accountUrl: Type.String(),
})
export type CurrentUser = Static<typeof CurrentUser>

/** A user as part of another record. */
export const UserSummary = Type.Object({
  id: Id,
  surname: Type.String(),
  name: Type.String(),
  avatarUrl: Nullable(Type.String()),
})
export type UserSummary = Static<typeof UserSummary>

const Text = Type.Optional(Type.String({ maxLength: 200 }))

export const UserFilters = Type.Object({
  ...CoreListQuery.properties,
  ...OrderBy('id', 'email', 'surname', 'name', 'createdAt', 'updatedAt', 'lastSignInAt').properties,
  search: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Every word must be in the name, or in the email address if you can see it, in any order',
    }),
  ),
  email: Text,
  surname: Text,
  name: Text,
  patronymic: Text,
  post: Text,
  isOwner: Type.Optional(Type.Boolean()),
  status: Type.Optional(OneOf('active', 'archived', 'all')),
  passportId: Type.Optional(Id),
  createdFrom: Type.Optional(Bound),
  createdTo: Type.Optional(Bound),
  updatedFrom: Type.Optional(Bound),
  updatedTo: Type.Optional(Bound),
})
export type UserFilters = Static<typeof UserFilters>

export const Synchronised = Type.Object({
  created: Type.Integer(),
  updated: Type.Integer(),
  unchanged: Type.Integer(),
  archived: Type.Integer(),
  failed: Type.Integer(),
  tookMs: Type.Integer(),
})
export type Synchronised = Static<typeof Synchronised>

export const TimeZone = Type.String({ minLength: 1, maxLength: 64, errorCode: 'time_zone_expected' })
const timeZone = Nullable(TimeZone)
const language = Nullable(OneOf(...languageCodes))
const theme = Nullable(OneOf('system', 'light', 'dark'))

const workdaySeconds = Type.Integer({
  minimum: 0,
  maximum: 24 * 3600,
  description: 'How long you work on a working day',
})
const workingDays = Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
  maxItems: 7,
  uniqueItems: true,
  description: 'The days of the week that you work on; 1 is Monday',
})

export const UserSettings = Type.Object({ timeZone, language, theme, workdaySeconds, workingDays })
export type UserSettings = Static<typeof UserSettings>

export const UserSettingsChanges = Body({
  timeZone: Type.Optional(timeZone),
  language: Type.Optional(language),
  theme: Type.Optional(theme),
  workdaySeconds: Type.Optional(workdaySeconds),
  workingDays: Type.Optional(workingDays),
})
export type UserSettingsChanges = Static<typeof UserSettingsChanges>

const contract = contractsOf('Users')

export const listUsers = contract('listUsers', 'GET /users', {
  summary: 'List users',
  description:
    'Names and avatars of all users, or with `DIRECTORY=shared` of those you share a project with. Guests see and are seen by people they share a project with only. `email` and `passportId` are `null` unless you have one of the permissions `projects.manage.any`, `users.sync` and `user_roles.manage`, or manage a project that the user joined by an invitation to that address. Only those permissions allow the filters `email` and `passportId` (403).',
  access: permission('users.read'),
  query: UserFilters,
  reply: List(User),
  errors: ['filter_not_allowed'],
})

export const getCurrentUser = contract('getCurrentUser', 'GET /users/me', {
  summary: 'Get the current user',
  description: 'Your profile with roles, permissions and the running timer.',
  access: limitable(signedIn),
  reply: Item(CurrentUser),
  errors: ['user_not_found'],
})

export const synchroniseUsers = contract('synchroniseUsers', 'GET /users/sync', {
  summary: 'Synchronize users',
  description:
    'Reads all users of the identity service and updates the local ones; users archived there lose access here. One run at a time (409).',
  access: withScope('tasks:manage', permission('users.sync')),
  changesState: true,
  reply: Item(Synchronised),
  errors: ['synchronisation_running'],
})

export const getUser = contract('getUser', 'GET /users/:id', {
  summary: 'Get a user',
  description:
    'Returns a user with what you can see of them: `email` and `passportId` can be `null`. With `DIRECTORY=shared`, 404 unless you share a project.',
  access: permission('users.read'),
  reply: Item(User),
  errors: ['user_not_found'],
})

export const makeFullUser = contract('makeFullUser', 'DELETE /users/:id/guest', {
  summary: 'Make a guest a full user',
  description: 'From then on the user has all permissions of their roles and is listed for everyone.',
  access: withScope('tasks:manage', permission('user_roles.manage')),
  reply: Item(User),
  errors: ['user_not_found', 'not_a_guest'],
})

export const getUserSettings = contract('getUserSettings', 'GET /users/me/settings', {
  summary: 'Get your settings',
  description:
    'Your time zone, language and color theme; `null` means that the device decides. And your working hours, 8 hours from Monday to Friday unless you change them.',
  access: signedIn,
  reply: Item(UserSettings),
})

export const updateUserSettings = contract('updateUserSettings', 'PUT /users/me/settings', {
  summary: 'Update your settings',
  description: 'Changes the given settings; `null` resets one.',
  access: signedIn,
  body: UserSettingsChanges,
  reply: Item(UserSettings),
})
