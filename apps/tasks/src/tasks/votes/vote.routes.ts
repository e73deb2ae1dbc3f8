import { commandAnswers } from '@atrium/http/routes/command-answers'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { taskRecord } from '../task.queries.ts'
import * as commands from './vote.commands.ts'
import { listVotes, voteForTask, withdrawVote } from './vote.contract.ts'
import * as queries from './vote.queries.ts'

export function voteRoutes(route: Route, deps: Deps) {
  const { item } = commandAnswers(deps)

  route(listVotes, { record: taskRecord }, ({ actor, subject: { projectId }, params: { id }, query }) =>
    queries.listVotes(deps.db, actor.id, { id, projectId }, query),
  )

  route(voteForTask, { record: taskRecord }, item(commands.voteForTask))
  route(withdrawVote, { record: taskRecord }, item(commands.withdrawVote))
}
