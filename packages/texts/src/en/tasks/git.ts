export default {
  errors: {
    repository_not_found: 'Repository not found',
    repository_name_taken: 'The project already has a repository with this name',
    too_many_repositories: 'A project can have at most {limit} repositories',
    git_signature_invalid:
      'The signature is missing or wrong; check the secret in the webhook settings of the git host',
  },
} as const
