import { contractsOf } from '@atrium/core/contract'
import { Body, Id, Instant, Item, List, ListQuery, Message, Name, Nullable, OneOf } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { inProject } from '#access.contract.ts'

export const Repository = Type.Object({
  id: Id,
  projectId: Id,
  name: Type.String(),
  address: Type.String({ description: 'Where the git host sends its events' }),
  createdAt: Instant,
  lastDeliveryAt: Nullable({ ...Instant, description: 'When it last sent an event with a valid signature' }),
})
export type Repository = Static<typeof Repository>

export const CreatedRepository = Type.Object({
  ...Repository.properties,
  secret: Type.String({ description: 'For signatures; shown only once' }),
})
export type CreatedRepository = Static<typeof CreatedRepository>

export const NewRepository = Body({ name: Name(100) })
export type NewRepository = Static<typeof NewRepository>

export const LinkKind = OneOf('commit', 'pull_request')
export type LinkKind = Static<typeof LinkKind>

export const LinkState = OneOf('open', 'draft', 'merged', 'closed')
export type LinkState = Static<typeof LinkState>

export const TaskLink = Type.Object({
  id: Id,
  taskId: Id,
  kind: LinkKind,
  reference: Type.String({ description: 'The hash of a commit, the number of a pull request' }),
  title: Type.String(),
  url: Type.String(),
  state: Type.Unsafe<LinkState>({
    ...LinkState,
    description: 'A commit is merged once it is in the default branch, and open before',
  }),
  branch: Nullable(Type.String()),
  repository: Nullable({ ...Type.String(), description: 'Its name; null after it was disconnected' }),
  createdAt: Instant,
  updatedAt: Instant,
})
export type TaskLink = Static<typeof TaskLink>

const contract = contractsOf('Git')

export const listRepositories = contract('listRepositories', 'GET /project/:id/repository', {
  summary: 'List repositories',
  description: 'The repositories that are connected with a project, by name.',
  access: inProject('repository.read'),
  query: ListQuery,
  reply: List(Repository),
})

export const createRepository = contract('createRepository', 'POST /project/:id/repository', {
  summary: 'Connect a repository',
  description:
    'Answers with the address and the secret for the webhook settings of GitHub, GitLab, Gitea or Forgejo. The secret is shown only once.',
  access: inProject('repository.write'),
  body: NewRepository,
  reply: Item(CreatedRepository),
  errors: ['repository_name_taken', 'too_many_repositories'],
})

export const deleteRepository = contract('deleteRepository', 'DELETE /repository/:id', {
  summary: 'Disconnect a repository',
  description: 'Its address stops working. Links that tasks have stay as they are.',
  access: inProject('repository.write'),
  reply: Message,
})

export const listTaskLinks = contract('listTaskLinks', 'GET /task/:id/link', {
  summary: 'List the commits and pull requests of a task',
  description:
    'What names the task by its key, such as `WR-12`, in a branch, title, description or commit message, newest first.',
  access: inProject('project.read'),
  query: ListQuery,
  reply: List(TaskLink),
})
