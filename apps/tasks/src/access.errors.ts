import { defineErrors } from '@atrium/core/catalogue'
import { texts } from '#texts.ts'

/** What the access rule of a route answers with. */
export const accessErrors = defineErrors(language => texts(language).access.errors, {
  permission_required: 403,
  scope_required: 403,
  outside_token_projects: 403,
  agent_only_proposes: 403,
  not_a_member: 403,
  role_too_low: 403,
  record_deleted: 410,
  project_archived: 409,
})
