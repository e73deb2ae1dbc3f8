import { contractsOf, endpointsOf } from '@atrium/core/contract'
import {
  Body,
  Bound,
  CalendarDate,
  Default,
  Id,
  Instant,
  Item,
  List,
  ListQuery,
  Name,
  Nullable,
  OneOf,
  OrderBy,
  UploadedFile,
} from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { forSettingUp, needs, permission, selfOrAny } from '#access.contract.ts'

const Gender = OneOf('male', 'female', 'other')
const PreferredContact = OneOf('email', 'phone', 'telegram', 'whatsapp')
export const PersonName = Name(100)
export const Phone = Type.String({ trim: true, maxLength: 40 })

export const User = Type.Object({
  id: Id,
  email: Type.String(),
  phone: Nullable(Type.String()),
  surname: Type.String(),
  name: Type.String(),
  patronymic: Nullable(Type.String()),
  birthDate: Nullable(CalendarDate),
  gender: Nullable(Gender),
  stack: Nullable(Type.String()),
  preferredContact: Nullable(PreferredContact),
  cityId: Nullable(Id),
  languageId: Nullable(Id),
  postId: Nullable(Id),
  post: Nullable(Type.String()),
  roles: Type.Array(Type.String()),
  isOwner: Type.Boolean(),
  avatarUrl: Nullable(Type.String()),
  status: OneOf('active', 'archived'),
  emailVerifiedAt: Nullable(Instant),
  consentAt: Nullable(Instant),
  consentSource: Nullable(Type.String()),
  consentDigest: Nullable(
    Type.String({ description: 'SHA-256 of the consent text that was agreed to on the registration page' }),
  ),
  createdAt: Instant,
  updatedAt: Instant,
  archivedAt: Nullable(Instant),
  /** When the personal data was erased; what stays is called “Former user”. */
  erasedAt: Nullable(Instant),
})
export type User = Static<typeof User>

/** A user in the list. */
export const ListedUser = Type.Object({
  ...User.properties,
  hasTwoFactor: Nullable(
    Type.Boolean({
      description: 'Whether codes or a passkey are set up; null without the permission `sessions.read.any`',
    }),
  ),
})
export type ListedUser = Static<typeof ListedUser>

/** What the account can do; people who come from elsewhere have no password here. */
const Capabilities = Type.Object({
  hasPassword: Type.Boolean(),
  canChangePassword: Type.Boolean(),
  canResetPassword: Type.Boolean(),
})

/** A single user; lists and other answers leave the capabilities out. */
export const UserDetails = Type.Object({
  ...User.properties,
  capabilities: Capabilities,
})
export type UserDetails = Static<typeof UserDetails>

/** The caller, with their permissions. */
export const CurrentUser = Type.Object({
  ...UserDetails.properties,
  permissions: Type.Array(Type.String()),
  mustSetUpTwoFactor: Type.Boolean(),
  /** The address of the web application, for the link back to it. */
  applicationUrl: Nullable(Type.String()),
})
export type CurrentUser = Static<typeof CurrentUser>

/** null counts as absent, so that a record can be sent back as it was read. */
export const optionalProfile = {
  patronymic: Type.Optional(Nullable(PersonName)),
  birthDate: Type.Optional(Nullable(CalendarDate)),
  gender: Type.Optional(Nullable(Gender)),
  stack: Type.Optional(Nullable(Type.String({ maxLength: 500 }))),
  preferredContact: Type.Optional(Nullable(PreferredContact)),
  cityId: Type.Optional(Nullable(Id)),
  languageId: Type.Optional(Nullable(Id)),
  consentSource: Type.Optional(Nullable(Type.String({ maxLength: 255 }))),
}

/** Absent fields stay as they are; null clears one. */
export const ProfileChanges = Body({
  surname: Type.Optional(PersonName),
  name: Type.Optional(PersonName),
  ...optionalProfile,
  postId: Type.Optional(Nullable(Id)),
})
export type ProfileChanges = Static<typeof ProfileChanges>

/** Fields that are not changed here, but accepted as they were read: a client can send the whole record back. */
export const keptFields = Type.Partial(
  Type.Pick(User, [
    'id',
    'email',
    'phone',
    'post',
    'roles',
    'isOwner',
    'avatarUrl',
    'status',
    'emailVerifiedAt',
    'consentAt',
    'consentDigest',
    'createdAt',
    'updatedAt',
    'archivedAt',
    'erasedAt',
  ]),
).properties

/** `capabilities` is ignored: a form has no objects, so it cannot be compared. */
export const SentProfile = Body({
  ...ProfileChanges.properties,
  ...keptFields,
  capabilities: Type.Optional(Type.Unknown()),
})
export type SentProfile = Static<typeof SentProfile>

const Clearable = OneOf(
  'patronymic',
  'birthDate',
  'gender',
  'stack',
  'preferredContact',
  'cityId',
  'languageId',
  'consentSource',
  'postId',
)

/** The same as a form, with an image. */
export const ProfileForm = Body({
  ...SentProfile.properties,
  avatar: Type.Optional(UploadedFile),
  clear: Type.Optional(
    Type.Array(Clearable, {
      uniqueItems: true,
      splitByComma: true,
      description: 'Fields to clear, as a repeated field or separated by commas',
    }),
  ),
})
export type ProfileForm = Static<typeof ProfileForm>

export const UserFilters = Type.Object({
  ...ListQuery.properties,
  ...OrderBy('id', 'email', 'surname', 'name', 'createdAt').properties,
  search: Type.Optional(Type.String({ maxLength: 200 })),
  email: Type.Optional(Type.String({ trim: true, maxLength: 254 })),
  phone: Type.Optional(Type.String({ maxLength: 40 })), // a plus that was not URL-encoded is a space
  roleId: Type.Optional(Id),
  cityId: Type.Optional(Id),
  postId: Type.Optional(Id),
  hasTwoFactor: Type.Optional(Type.Boolean()),
  createdFrom: Type.Optional(Bound),
  createdTo: Type.Optional(Bound),
  status: Default(OneOf('active', 'archived', 'all'), 'active'),
})
export type UserFilters = Static<typeof UserFilters>

const contract = contractsOf('Users')
const endpoint = endpointsOf('Users')
const write = needs('user:write', selfOrAny('users.write'))
const manage = needs('user:manage', permission('users.manage.any'))

export const listUsers = contract('listUsers', 'GET /users', {
  summary: 'List users',
  description:
    'Search by name, email or phone number with `search`, or filter by the exact fields. Archived users are listed only with `status=archived` or `status=all`. `hasTwoFactor` of users, and the filter (403), need the permission `sessions.read.any`.',
  access: needs('user:read', permission('users.list')),
  query: UserFilters,
  reply: List(ListedUser),
  errors: ['permission_required'],
})

export const getCurrentUser = contract('getCurrentUser', 'GET /users/me', {
  summary: 'Get the current user',
  description: 'Your own profile with your permissions. 404 for a client token, which belongs to no user.',
  access: needs('user:read', selfOrAny('users.read'), forSettingUp),
  reply: Item(CurrentUser),
  errors: ['no_user', 'user_not_found'],
})

export const getUser = contract('getUser', 'GET /users/:id', {
  summary: 'Get a user',
  description:
    'Returns the profile with roles, status, avatar address, and in `capabilities` what the account can do.',
  access: needs('user:read', selfOrAny('users.read')),
  reply: Item(UserDetails),
  errors: ['user_not_found'],
})

export const updateProfile = contract('updateProfile', 'PUT /users/:id', {
  summary: 'Update a profile',
  description:
    'Changes the given fields; `null` clears one. Changing `postId` requires the permission `users.write.any`. Email, phone number and password are changed with `POST /users/{id}/passport-change`. The other fields of a user are accepted as `GET /users/{id}` returned them, so that you can send the whole record back; `updatedAt` is ignored.',
  access: write,
  body: SentProfile,
  reply: Item(UserDetails),
  errors: ['user_not_found', 'user_above_own_role', 'user_erased', 'post_permission_required'],
})

export const updateProfileWithAvatar = endpoint('updateProfileWithAvatar', 'POST /users/:id/update', {
  summary: 'Update a profile with an avatar',
  description:
    'Same as `PUT /users/{id}`, and as a multipart form also takes the image `avatar`. An empty form field is an absent one; `clear` names the fields to clear.',
  access: write,
  body: ProfileForm,
  reply: Item(UserDetails),
  errors: ['user_not_found', 'user_above_own_role', 'user_erased', 'post_permission_required'],
})

export const archiveUser = contract('archiveUser', 'DELETE /users/:id', {
  summary: 'Archive a user',
  description:
    'The user is signed out everywhere and can no longer sign in. Nothing is deleted. 403 for a user of a higher level than yours, 409 for the last owner.',
  access: manage,
  reply: Item(User),
  errors: ['user_not_found', 'user_above_own_role', 'user_erased', 'user_archived', 'last_owner'],
})

export const restoreUser = contract('restoreUser', 'POST /users/:id/restore', {
  summary: 'Restore an archived user',
  description: 'The user can sign in again. 409 if the user is not archived.',
  access: manage,
  reply: Item(User),
  errors: ['user_not_found', 'user_above_own_role', 'user_erased', 'user_not_archived'],
})
