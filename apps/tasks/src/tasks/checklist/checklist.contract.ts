import { contractsOf } from '@atrium/core/contract'
import { Body, Id, Instant, Item, List, ListQuery, Message, Name, Nullable } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { inProject } from '#access.contract.ts'

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

const contract = contractsOf('Checklists')

export const listChecklist = contract('listChecklist', 'GET /task/:id/checklist', {
  summary: 'List checklist items',
  description: 'The items of the checklist in their order.',
  access: inProject('project.read'),
  query: ListQuery,
  reply: List(ChecklistItem),
})

export const createChecklistItem = contract('createChecklistItem', 'POST /task/:id/checklist', {
  summary: 'Add a checklist item',
  description:
    'Adds the item at the end, or beside the neighbor that you name. A checklist has at most 200 items (409).',
  access: inProject('task.write'),
  body: NewChecklistItem,
  reply: Item(ChecklistItem),
  errors: ['task_deleted', 'too_many_checklist_items', 'checklist_item_position_taken'],
})

export const updateChecklistItem = contract('updateChecklistItem', 'PUT /checklist/:id', {
  summary: 'Update a checklist item',
  description: 'Changes the title, checks or unchecks the item, or moves it.',
  access: inProject('task.write'),
  body: ChecklistItemChanges,
  reply: Item(ChecklistItem),
  errors: ['task_deleted', 'checklist_item_position_taken'],
})

export const deleteChecklistItem = contract('deleteChecklistItem', 'DELETE /checklist/:id', {
  summary: 'Delete a checklist item',
  description: 'Deletes the item permanently.',
  access: inProject('task.write'),
  reply: Message,
  errors: ['task_deleted'],
})
