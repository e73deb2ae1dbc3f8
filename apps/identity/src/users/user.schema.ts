import { ListQuery, OrderBy } from '@atrium/http/pagination'
import { CalendarDate, Id, Instant, Nullable, OneOf } from '@atrium/http/replies'
import { type Static, Type } from 'typebox'

export const Gender = OneOf('male', 'female')
export const PreferredContact = OneOf('email', 'phone', 'telegram', 'whatsapp')

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

export const UserFilters = Type.Evaluate(
  Type.Intersect([
    ListQuery,
    OrderBy('id', 'email', 'surname', 'name', 'createdAt'),
    Type.Object({
      search: Type.Optional(Type.String({ maxLength: 200 })),
      status: Type.Unsafe<'active' | 'archived' | 'all'>({
        type: 'string',
        enum: ['active', 'archived', 'all'],
        default: 'active',
      }),
    }),
  ]),
)
export type UserFilters = Static<typeof UserFilters>
