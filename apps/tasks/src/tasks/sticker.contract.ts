import { Body, Id, ListQuery, Name, Nullable, OrderBy } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { Color } from './color.contract.ts'

export const Sticker = Type.Object({
  id: Id,
  projectId: Nullable(Id),
  name: Type.String(),
  color: Type.String(),
  icon: Nullable(Type.String()),
})
export type Sticker = Static<typeof Sticker>

const name = Name(50)
const icon = Type.Optional(Nullable(Name(50)))

export const NewSticker = Body({
  name,
  color: Type.Optional(Color),
  icon,
  projectId: Type.Optional(Nullable({ ...Id, description: 'By default, the sticker is for all projects' })),
})
export type NewSticker = Static<typeof NewSticker>

export const StickerChanges = Body({ name: Type.Optional(name), color: Type.Optional(Color), icon })
export type StickerChanges = Static<typeof StickerChanges>

export const StickerFilters = Type.Evaluate(
  Type.Intersect([
    ListQuery,
    OrderBy('name', 'id'),
    Type.Object({
      projectId: Type.Optional({ ...Id, description: 'Stickers that a task of this project can have' }),
      search: Type.Optional(Type.String({ maxLength: 200 })),
    }),
  ]),
)
export type StickerFilters = Static<typeof StickerFilters>

export const StickerToAttach = Body({ stickerId: Id })
export type StickerToAttach = Static<typeof StickerToAttach>

export const TaskStickerParams = Type.Object({ id: Id, stickerId: Id })
