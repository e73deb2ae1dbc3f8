import { defineErrors } from '@atrium/core/catalogue'
import { texts } from '#texts.ts'

export const agentsErrors = defineErrors(language => texts(language).agents.errors, {
  agent_not_found: 404,
  proposal_not_found: 404,
  proposal_decided: 409,
  proposal_outdated: 409,
  proposal_refused: 409,
  own_session_required: 403,
  nothing_to_undo: 404,
  not_undoable: 409,
})
