import { pageReply } from '@atrium/core/paging'
import { commandAnswers } from '@atrium/http/routes/command-answers'
import { boardRecord } from '#boards/board.queries.ts'
import type { Deps } from '#deps.ts'
import { projectRecord } from '#projects/record-access.queries.ts'
import type { Route } from '#route.ts'
import { taskRecord } from '#tasks/task.queries.ts'
import { builtInTemplates } from './built-in/built-in-templates.ts'
import * as contracts from './content/template.contract.ts'
import * as saving from './save.commands.ts'
import * as commands from './template.commands.ts'
import { listTemplates } from './template.queries.ts'
import * as using from './use.commands.ts'
import { createBoardFromTemplate, createProjectFromTemplate, createTaskFromTemplate } from './use.contract.ts'

export function templateRoutes(route: Route, deps: Deps) {
  const { item, message } = commandAnswers(deps)

  route(contracts.listTemplates, {}, ({ actor, query }) => listTemplates(deps.db, actor, query))

  route(contracts.listBuiltInTemplates, {}, async ({ query, origin }) =>
    pageReply(builtInTemplates(query.kind, origin.language), query),
  )

  route(contracts.getTemplate, {}, async ({ actor, params }) => ({
    item: await commands.getTemplateWithContent(deps.db, actor, params.id),
  }))

  route(contracts.createTemplate, {}, item(commands.createTemplate))
  route(contracts.updateTemplate, {}, item(commands.updateTemplate))
  route(contracts.deleteTemplate, {}, message(commands.deleteTemplate, 'Template deleted'))

  route(contracts.saveTaskAsTemplate, { record: taskRecord }, async ({ actor, params, body, subject }) => ({
    item: await saving.saveTaskAsTemplate(deps, actor, params.id, subject.projectId, body),
  }))

  route(contracts.saveBoardAsTemplate, { record: boardRecord }, async ({ actor, params, body, subject }) => ({
    item: await saving.saveBoardAsTemplate(deps, actor, params.id, subject.projectId, body),
  }))

  route(contracts.saveProjectAsTemplate, { record: projectRecord }, item(saving.saveProjectAsTemplate))

  route(createTaskFromTemplate, {}, ({ actor, body }) => using.createTask(deps, actor, body))

  route(createBoardFromTemplate, { record: projectRecord }, ({ actor, params, body, origin }) =>
    using.createBoard(deps, actor, params.id, { ...body, language: origin.language }),
  )

  route(createProjectFromTemplate, {}, ({ actor, body, origin }) =>
    using.createProject(deps, actor, { ...body, language: origin.language }),
  )
}
