import { Body, Id, Instant, Name, Nullable } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'

export const ChecklistItem = Type.Object({
  id: Id,
  taskId: Id,
  title: Type.String(),
  isDone: Type.Boolean(),
  position: Type.Integer(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type ChecklistItem = Static<typeof ChecklistItem>

const title = Name(500)

const neighbours = {
  afterItemId: Type.Optional(Nullable(Id)),
  beforeItemId: Type.Optional(Nullable(Id)),
}

export const NewChecklistItem = Body({ title, ...neighbours })
export type NewChecklistItem = Static<typeof NewChecklistItem>

export const ChecklistItemChanges = Body({
  title: Type.Optional(title),
  isDone: Type.Optional(Type.Boolean()),
  ...neighbours,
})
export type ChecklistItemChanges = Static<typeof ChecklistItemChanges>
