import { Body, Id, Instant, ListQuery, OneOf, OrderBy, UploadedFile } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'

const Purpose = OneOf('avatar', 'document')
export type Purpose = Static<typeof Purpose>

export const StoredFile = Type.Object({
  id: Id,
  userId: Id,
  purpose: Purpose,
  name: Type.String(),
  type: Type.String(),
  size: Type.Integer(),
  sha256: Type.String(),
  createdAt: Instant,
})
export type StoredFile = Static<typeof StoredFile>

/** Without a userId it is the caller's own. */
export const NewFile = Body({
  file: UploadedFile,
  purpose: Type.Optional(Purpose),
  userId: Type.Optional(Id),
})
export type NewFile = Static<typeof NewFile>

export const FileFilters = Type.Evaluate(
  Type.Intersect([
    ListQuery,
    OrderBy('id', 'name', 'size', 'createdAt'),
    Type.Object({ userId: Type.Optional(Id), purpose: Type.Optional(Purpose) }),
  ]),
)
export type FileFilters = Static<typeof FileFilters>
