import { pageOf } from '@atrium/core/paging'
import { commandAnswers } from '@atrium/http/routes/command-answers'
import type { Deps } from '#deps.ts'
import { projectRecord } from '#projects/record-access.queries.ts'
import type { Route } from '#route.ts'
import * as commands from './cycle.commands.ts'
import * as contracts from './cycle.contract.ts'
import { cycleRecord, listCyclePage } from './cycle.queries.ts'
import * as milestones from './milestone.commands.ts'
import * as milestoneContracts from './milestone.contract.ts'
import { listMilestonePage, milestoneRecord } from './milestone.queries.ts'

export function cycleRoutes(route: Route, deps: Deps) {
  const { item, message } = commandAnswers(deps)

  route(contracts.listCycles, { record: projectRecord }, ({ params, query }) =>
    listCyclePage(deps.db, params.id, pageOf(query)),
  )
  route(contracts.createCycle, { record: projectRecord }, item(commands.createCycle))
  route(contracts.updateCycle, { record: cycleRecord }, item(commands.updateCycle))
  route(contracts.deleteCycle, { record: cycleRecord }, message(commands.deleteCycle, 'Cycle deleted'))
  route(contracts.finishCycle, { record: cycleRecord }, item(commands.finishCycle))

  route(milestoneContracts.listMilestones, { record: projectRecord }, ({ params, query }) =>
    listMilestonePage(deps.db, params.id, pageOf(query)),
  )
  route(milestoneContracts.createMilestone, { record: projectRecord }, item(milestones.createMilestone))
  route(milestoneContracts.updateMilestone, { record: milestoneRecord }, item(milestones.updateMilestone))
  route(
    milestoneContracts.deleteMilestone,
    { record: milestoneRecord },
    message(milestones.deleteMilestone, 'Milestone deleted'),
  )
}
