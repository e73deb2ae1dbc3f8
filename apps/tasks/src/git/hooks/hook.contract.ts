import { endpointsOf, open } from '@atrium/core/contract'
import { Message } from '@atrium/core/schema'
import { Type } from 'typebox'

const endpoint = endpointsOf('Git')

export const receiveGitEvent = endpoint('receiveGitEvent', 'POST /hooks/git/:id', {
  summary: 'Receive an event of a git host',
  description:
    'The address of a repository, for webhooks of GitHub, GitLab, Gitea and Forgejo with its secret. Pushes and pull requests are read, everything else is ignored. An event that was received before changes nothing.',
  access: open,
  noCors: true,
  reply: Message,
  errors: ['repository_not_found', 'git_signature_invalid'],
  undeclared: {
    body: Type.Unknown({ description: 'What the git host sends, as JSON or as a form with `payload`' }),
  },
})
