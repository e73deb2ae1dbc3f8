import { defineErrors } from '@atrium/core/catalogue'
import { texts } from '#texts.ts'

export const gitErrors = defineErrors(language => texts(language).git.errors, {
  repository_not_found: 404,
  repository_name_taken: 409,
  too_many_repositories: 409,
  git_signature_invalid: 403,
})
