import { defineErrors } from '@atrium/core/catalogue'
import { texts } from '#texts.ts'

/** Besides those of both services, in `@atrium/access-control`. */
export const accessControlErrors = defineErrors(language => texts(language).accessControl.errors, {
  route_not_found: 404,

  permission_name_taken: 409,
  system_role_level_fixed: 409,
  built_in_permission: 409,
  owner_keeps_permission: 409,
  user_erased: 409,
  last_owner: 409,

  user_above_own_role: 403,
  role_above_own_role: 403,
  level_above_own_role: 403,
})
