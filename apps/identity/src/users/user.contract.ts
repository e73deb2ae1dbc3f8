import {
  Body,
  Bound,
  CalendarDate,
  Id,
  Instant,
  ListQuery,
  Name,
  Nullable,
  OneOf,
  OrderBy,
  UploadedFile,
} from '@atrium/core/schema'
import { type Static, Type } from 'typebox'

const Gender = OneOf('male', 'female')
const PreferredContact = OneOf('email', 'phone', 'telegram', 'whatsapp')
export const PersonName = Name(100)
export const Phone = Type.String({ trim: true, maxLength: 40 })

export const User = Type.Object({
  id: Id,
  email: Type.String(),
  phone: Type.String(),
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
  consentAt: Instant,
  consentSource: Nullable(Type.String()),
  createdAt: Instant,
  updatedAt: Instant,
  archivedAt: Nullable(Instant),
})
export type User = Static<typeof User>

/** Oneself, with what one may do. */
export const CurrentUser = Type.Evaluate(
  Type.Intersect([
    User,
    Type.Object({
      permissions: Type.Array(Type.String()),
      mustSetUpTwoFactor: Type.Boolean(),
      /** The web application, for the way back to it. */
      applicationUrl: Nullable(Type.String()),
    }),
  ]),
)
export type CurrentUser = Static<typeof CurrentUser>

/** What nobody has to tell; null, as a record shows it, is as good as nothing. */
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

/** What is left out stays as it is; null clears. */
export const ProfileChanges = Body({
  surname: Type.Optional(PersonName),
  name: Type.Optional(PersonName),
  ...optionalProfile,
  postId: Type.Optional(Nullable(Id)),
})
export type ProfileChanges = Static<typeof ProfileChanges>

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

/** The same as a form, which may carry an image too. */
export const ProfileForm = Body({
  ...ProfileChanges.properties,
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

export const UserFilters = Type.Evaluate(
  Type.Intersect([
    ListQuery,
    OrderBy('id', 'email', 'surname', 'name', 'createdAt'),
    Type.Object({
      search: Type.Optional(Type.String({ maxLength: 200 })),
      email: Type.Optional(Type.String({ trim: true, maxLength: 254 })),
      phone: Type.Optional(Type.String({ maxLength: 40 })), // a plus that was not encoded is a space
      roleId: Type.Optional(Id),
      cityId: Type.Optional(Id),
      postId: Type.Optional(Id),
      createdFrom: Type.Optional(Bound),
      createdTo: Type.Optional(Bound),
      status: Type.Unsafe<'active' | 'archived' | 'all'>({
        type: 'string',
        enum: ['active', 'archived', 'all'],
        default: 'active',
      }),
    }),
  ]),
)
export type UserFilters = Static<typeof UserFilters>
