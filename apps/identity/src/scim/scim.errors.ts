import { defineErrors } from '@atrium/core/catalogue'
import { texts } from '#texts.ts'

export const scimErrors = defineErrors(language => texts(language).scim.errors, {
  scim_resource_not_found: 404,

  scim_filter_unsupported: 400,
  scim_path_unsupported: 400,
  scim_operation_unsupported: 400,
  scim_attribute_read_only: 400,
  scim_member_unknown: 400,
})

/** What RFC 7644 §3.12 calls a refusal; others have no `scimType`. */
export const scimTypes: Record<string, string> = {
  scim_filter_unsupported: 'invalidFilter',
  scim_path_unsupported: 'invalidPath',
  scim_operation_unsupported: 'invalidSyntax',
  scim_attribute_read_only: 'mutability',
  scim_member_unknown: 'invalidValue',
  malformed_json: 'invalidSyntax',
  validation_failed: 'invalidValue',
  user_email_taken: 'uniqueness',
  group_name_taken: 'uniqueness',
  already_exists: 'uniqueness',
}
