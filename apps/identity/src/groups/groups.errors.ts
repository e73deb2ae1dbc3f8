import { defineErrors } from '@atrium/core/catalogue'
import { texts } from '#texts.ts'

export const groupsErrors = defineErrors(language => texts(language).groups.errors, {
  group_not_found: 404,
  group_member_not_found: 404,
  group_role_not_found: 404,

  group_name_taken: 409,
  group_managed_elsewhere: 409,
  membership_managed_elsewhere: 409,
})
