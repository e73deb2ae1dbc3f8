import { Id, Instant, Nullable } from '@atrium/http/replies'
import { type Static, Type } from 'typebox'

export const User = Type.Object({
  id: Id,
  passportId: Nullable(Id),
  email: Type.String(),
  surname: Type.String(),
  name: Type.String(),
  patronymic: Nullable(Type.String()),
  post: Nullable(Type.String()),
  isOwner: Type.Boolean(),
  avatarUrl: Nullable(Type.String()),
  roles: Type.Array(Type.String()),
  createdAt: Instant,
  updatedAt: Instant,
  lastSignInAt: Nullable(Instant),
})
export type User = Static<typeof User>

export const CurrentUser = Type.Object({ ...User.properties, permissions: Type.Array(Type.String()) })
export type CurrentUser = Static<typeof CurrentUser>
