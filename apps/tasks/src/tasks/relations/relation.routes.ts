import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { taskRecord } from '../task.queries.ts'
import * as commands from './relation.commands.ts'
import { addRelation, listRelations, removeRelation } from './relation.contract.ts'
import * as queries from './relation.queries.ts'

export function relationRoutes(route: Route, deps: Deps) {
  route(listRelations, { record: taskRecord }, async ({ actor, params }) => ({
    item: await queries.listRelations(deps.db, actor, params.id),
  }))

  route(addRelation, { record: taskRecord }, async ({ actor, params, body }) => ({
    item: await commands.addRelation(deps, actor, params.id, body),
  }))

  route(removeRelation, { record: taskRecord }, async ({ actor, params }) => {
    await commands.removeRelation(deps, actor, params.id, params.relationId)
    return { message: 'Relation removed' }
  })
}
