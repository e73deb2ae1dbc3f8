import { pageOf } from '@atrium/core/paging'
import { IdParams, Item, List, ListQuery, Message } from '@atrium/core/schema'
import type { App } from '@atrium/http/create-app'
import { actorOf, inProject } from '#access.ts'
import type { Deps } from '#deps.ts'
import { addChecklistItem, changeChecklistItem, removeChecklistItem } from './change-checklist.ts'
import { ChecklistItem, ChecklistItemChanges, NewChecklistItem } from './checklist.contract.ts'
import { findChecklistItemPlace, listChecklist } from './checklist.queries.ts'
import { findTaskPlace } from './task.queries.ts'

export function checklistRoutes(app: App, deps: Deps) {
  const { db } = deps
  const ofTask = (userId: number, id: number) => findTaskPlace(db, userId, id)
  const ofItem = (userId: number, id: number) => findChecklistItemPlace(db, userId, id)
  const writes = { config: { access: inProject('task.write', 'Checklist item', ofItem) } }
  const tags = ['Checklists']

  app.get(
    '/task/:id/checklist',
    {
      config: { access: inProject('project.read', 'Task', ofTask) },
      schema: {
        tags,
        summary: 'List checklist items',
        description: 'The items of the checklist in their order.',
        params: IdParams,
        querystring: ListQuery,
        response: { 200: List(ChecklistItem) },
      },
    },
    async ({ params, query }) => listChecklist(db, params.id, pageOf(query)),
  )

  app.post(
    '/task/:id/checklist',
    {
      config: { access: inProject('task.write', 'Task', ofTask) },
      schema: {
        tags,
        summary: 'Add a checklist item',
        description:
          'Adds the item at the end, or beside the neighbor that you name. A checklist has at most 200 items (409).',
        params: IdParams,
        body: NewChecklistItem,
        response: { 200: Item(ChecklistItem) },
      },
    },
    async request => ({
      item: await addChecklistItem(deps, actorOf(request), request.params.id, request.body),
    }),
  )

  app.put(
    '/checklist/:id',
    {
      ...writes,
      schema: {
        tags,
        summary: 'Update a checklist item',
        description: 'Changes the title, checks or unchecks the item, or moves it.',
        params: IdParams,
        body: ChecklistItemChanges,
        response: { 200: Item(ChecklistItem) },
      },
    },
    async request => ({
      item: await changeChecklistItem(deps, actorOf(request), request.params.id, request.body),
    }),
  )

  app.delete(
    '/checklist/:id',
    {
      ...writes,
      schema: {
        tags,
        summary: 'Delete a checklist item',
        description: 'Deletes the item permanently.',
        params: IdParams,
        response: { 200: Message },
      },
    },
    async request => {
      await removeChecklistItem(deps, actorOf(request), request.params.id)
      return { message: 'The checklist item was deleted' }
    },
  )
}
