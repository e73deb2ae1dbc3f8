import { contractsOf } from '@atrium/core/contract'
import { Id, List, ListQuery, Nullable, OneOf } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { permission } from '#access.contract.ts'
import { MemberRole, type Right, rights } from '../rights.contract.ts'

export const ProjectQuestion = Type.Object({
  ...ListQuery.properties,
  userId: Id,
  right: OneOf(...(Object.keys(rights) as Right[])),
  about: Type.String({
    trim: true,
    minLength: 1,
    maxLength: 200,
    description: 'The key of a task, such as `WR-12`, or the name or the key of a project',
  }),
})
export type ProjectQuestion = Static<typeof ProjectQuestion>

/** What decided, in the order in which a request is checked. */
export const ProjectFinding = OneOf(
  'user-is-archived',
  'role-suffices',
  'permission-suffices',
  'not-a-member',
  'role-too-low',
  'task-is-deleted',
  'project-is-archived',
)
export type ProjectFinding = Static<typeof ProjectFinding>

export const ProjectExplanation = Type.Object({
  project: Type.Object({ id: Id, name: Type.String(), key: Nullable(Type.String()) }),
  task: Nullable(Type.Object({ id: Id, number: Id, title: Type.String() })),
  isAllowed: Type.Boolean(),
  finding: ProjectFinding,
  requiredRole: MemberRole,
  /** The role of the user in the project; null unless they are a member. */
  role: Nullable(MemberRole),
  /** The groups that the user is a member through. */
  groups: Type.Array(Type.String()),
  /** The permissions of the user that include the right in every project. */
  permissions: Type.Array(Type.String()),
})
export type ProjectExplanation = Static<typeof ProjectExplanation>

const contract = contractsOf('Members')

export const explainProjectAccess = contract('explainProjectAccess', 'GET /rbac/explain', {
  summary: 'Explain access in projects',
  description:
    'Whether a user has a right in a project, or for a task, and why. There is an item for every project or task that `about` names, at most ten: names and keys of projects are not unique.',
  access: permission('projects.read.any'),
  query: ProjectQuestion,
  reply: List(ProjectExplanation),
  errors: ['user_not_found'],
})
