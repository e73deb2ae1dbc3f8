import { contractsOf } from '@atrium/core/contract'
import { Body, Id, Item, List, ListQuery, Message, Name, Nullable, OrderBy } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { inProject, limitable, signedIn, withScope } from '#access.contract.ts'
import { Color } from '#projects/color.contract.ts'
import { Sticker } from '../task.contract.ts'

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

export const StickerFilters = Type.Object({
  ...ListQuery.properties,
  ...OrderBy('name', 'id').properties,
  projectId: Type.Optional({ ...Id, description: 'Stickers that a task of this project can have' }),
  search: Type.Optional(Type.String({ maxLength: 200 })),
})
export type StickerFilters = Static<typeof StickerFilters>

export const StickerToAttach = Body({ stickerId: Id })
export type StickerToAttach = Static<typeof StickerToAttach>

const TaskStickerParams = Type.Object({ id: Id, stickerId: Id })

const contract = contractsOf('Stickers')

/** Whether a sticker is of a project or for all projects decides who can change it: the commands check. */
const writeErrors = ['permission_required', 'not_a_member', 'role_too_low', 'project_archived'] as const

export const listStickers = contract('listStickers', 'GET /sticker', {
  summary: 'List stickers',
  description:
    'Stickers of your projects and those for all projects. With `projectId`, those that a task of this project can have.',
  access: limitable(signedIn),
  query: StickerFilters,
  reply: List(Sticker),
  errors: ['project_not_found', 'not_a_member'],
})

export const createSticker = contract('createSticker', 'POST /sticker', {
  summary: 'Create a sticker',
  description:
    'For a project (managers), or without `projectId` for all projects (permission `stickers.manage`). Names are unique within a project (409).',
  access: limitable(withScope('tasks:manage', signedIn)),
  body: NewSticker,
  reply: Item(Sticker),
  errors: ['project_not_found', ...writeErrors, 'too_many_stickers', 'sticker_name_taken'],
})

export const updateSticker = contract('updateSticker', 'PUT /sticker/:id', {
  summary: 'Update a sticker',
  description: 'Changes the given fields. Tasks with the sticker show the change at once.',
  access: limitable(withScope('tasks:manage', signedIn)),
  body: StickerChanges,
  reply: Item(Sticker),
  errors: ['sticker_not_found', ...writeErrors, 'sticker_name_taken'],
})

export const deleteSticker = contract('deleteSticker', 'DELETE /sticker/:id', {
  summary: 'Delete a sticker',
  description: 'Removes it from every task.',
  access: limitable(withScope('tasks:manage', signedIn)),
  reply: Message,
  errors: ['sticker_not_found', ...writeErrors],
})

export const listTaskStickers = contract('listTaskStickers', 'GET /task/:id/sticker', {
  summary: 'List the stickers of a task',
  description: 'The stickers that the task has.',
  access: inProject('project.read'),
  query: ListQuery,
  reply: List(Sticker),
})

export const attachSticker = contract('attachSticker', 'POST /task/:id/sticker', {
  summary: 'Add a sticker to a task',
  description: 'A sticker that the task already has is 409. A task has at most 50 stickers.',
  access: inProject('task.write'),
  body: StickerToAttach,
  reply: Item(Sticker),
  errors: ['task_deleted', 'sticker_already_attached', 'too_many_task_stickers'],
})

export const detachSticker = contract('detachSticker', 'DELETE /task/:id/sticker/:stickerId', {
  summary: 'Remove a sticker from a task',
  description: 'The sticker itself remains. 404 if the task does not have it.',
  access: inProject('task.write'),
  params: TaskStickerParams,
  reply: Message,
  errors: ['task_deleted', 'sticker_not_found'],
})
