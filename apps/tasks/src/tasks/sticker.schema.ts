import { Id, Nullable } from '@atrium/http/replies'
import { Type } from 'typebox'

/** A sticker as a task carries it. */
export const StickerOnTask = Type.Object({
  id: Id,
  projectId: Nullable(Id),
  name: Type.String(),
  color: Type.String(),
  icon: Nullable(Type.String()),
})
