import type { Language } from '@atrium/core/language'
import { pageOf, pageReply } from '@atrium/core/paging'
import { commandAnswers } from '@atrium/http/routes/command-answers'
import type { Deps } from '#deps.ts'
import { projectRecord } from '#projects/record-access.queries.ts'
import type { Route } from '#route.ts'
import { taskRecord } from '#tasks/task.queries.ts'
import * as commands from './automation.commands.ts'
import type { AutomationRun } from './automation.contract.ts'
import * as contracts from './automation.contract.ts'
import { automationRecord, getAutomation, listAutomations } from './automation.queries.ts'
import { listTaskButtons } from './buttons.ts'
import { explainFailure } from './execute-run.ts'
import { previewAutomation } from './preview.ts'
import { type ListedRun, listRuns } from './run.queries.ts'

export function automationRoutes(route: Route, deps: Deps) {
  const { db } = deps
  const { item, message } = commandAnswers(deps)
  const record = automationRecord

  route(contracts.listAutomations, { record: projectRecord }, ({ params, query }) =>
    listAutomations(db, params.id, pageOf(query)),
  )

  route(contracts.createAutomation, { record: projectRecord }, item(commands.createAutomation))

  route(contracts.getAutomation, { record }, async ({ params }) => ({
    item: await getAutomation(db, params.id),
  }))

  route(contracts.updateAutomation, { record }, item(commands.updateAutomation))
  route(contracts.deleteAutomation, { record }, message(commands.deleteAutomation, 'Automation deleted'))

  route(contracts.listAutomationRuns, { record }, async ({ params, query, origin }) => {
    const { items, ...list } = await listRuns(db, params.id, { status: query.status, page: pageOf(query) })
    return { items: items.map(run => shown(run, origin.language)), ...list }
  })

  route(contracts.previewAutomation, {}, ({ actor, body }) => previewAutomation(deps, actor, body))

  route(contracts.listTaskButtons, { record: taskRecord }, async ({ params, query, subject }) =>
    pageReply(await listTaskButtons(deps, subject.projectId, params.id), query),
  )

  route(contracts.pressButton, { record }, async ({ actor, params, body, origin }) => ({
    item: shown(await commands.pressButton(deps, actor, params.id, body), origin.language),
  }))
}

function shown(run: ListedRun, language: Language): AutomationRun {
  const { failure, ...others } = run
  const message = failure && explainFailure(failure, language)
  return {
    ...others,
    failure: failure && { code: failure.code, message: message ?? '', action: failure.action ?? null },
  } as AutomationRun
}
