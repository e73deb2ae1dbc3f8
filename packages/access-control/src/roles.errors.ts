import { defineErrors } from '@atrium/core/catalogue'
import { texts } from '@atrium/texts/shared'

/** What both services answer with about roles, permissions and role assignments. */
export const rolesErrors = defineErrors(language => texts(language).roles.errors, {
  role_not_found: 404,
  permission_not_found: 404,
  role_permission_not_found: 404,
  user_role_not_found: 404,

  role_name_taken: 409,
  permission_already_granted: { status: 409, kind: 'entity-already-exists' },
  role_already_assigned: { status: 409, kind: 'entity-already-exists' },
  system_role_name_fixed: 409,
  system_role_not_deletable: 409,

  grant_beyond_own: 403,
  role_beyond_own: 403,
})
