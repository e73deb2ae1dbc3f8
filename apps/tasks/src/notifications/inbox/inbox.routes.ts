import { commandAnswers } from '@atrium/http/routes/command-answers'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import * as commands from './inbox.commands.ts'
import {
  finishInbox,
  finishInboxGroup,
  listInbox,
  readInboxGroup,
  reopenInbox,
  reopenInboxGroup,
  snoozeInboxGroup,
} from './inbox.contract.ts'

export function inboxRoutes(route: Route, deps: Deps) {
  const { item } = commandAnswers(deps)

  route(listInbox, {}, ({ actor, query }) => commands.findInbox(deps, actor, query))
  route(readInboxGroup, {}, item(commands.readGroup))
  route(finishInboxGroup, {}, item(commands.finishGroup))
  route(snoozeInboxGroup, {}, item(commands.snoozeGroup))
  route(reopenInboxGroup, {}, item(commands.reopen))
  route(finishInbox, {}, item(commands.finishAll))
  route(reopenInbox, {}, item(commands.reopenAll))
}
