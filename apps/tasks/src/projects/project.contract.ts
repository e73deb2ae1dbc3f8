import { contractsOf } from '@atrium/core/contract'
import {
  Body,
  CalendarDate,
  Id,
  Instant,
  Item,
  List,
  ListQuery,
  Message,
  Name,
  Nullable,
  OneOf,
  OrderBy,
} from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { inProject, limitable, permission, signedIn } from '#access.contract.ts'
import { IdList } from '#administration/administration-filters.contract.ts'
import { Color } from './color.contract.ts'
import { projectKeyPattern } from './project-key.contract.ts'
import { MemberRole } from './rights.contract.ts'

const ProjectSettings = Type.Record(Type.String(), Type.Unknown())

export const ProjectType = OneOf('agency', 'personal')

export const Project = Type.Object({
  id: Id,
  name: Type.String(),
  type: ProjectType,
  settings: ProjectSettings,
  description: Nullable(Type.String()),
  key: Nullable(Type.String({ description: 'In front of task numbers, such as `WR` in WR-12' })),
  color: Nullable(Type.String()),
  icon: Nullable(Type.String({ description: 'An emoji' })),
  goal: Nullable(Type.String({ description: 'What the project is to achieve' })),
  startDate: Nullable(CalendarDate),
  targetDate: Nullable(CalendarDate),
  ownerId: Id,
  myRole: Nullable(MemberRole),
  memberCount: Type.Integer(),
  createdAt: Instant,
  updatedAt: Instant,
  archivedAt: Nullable(Instant),
})
export type Project = Static<typeof Project>

const name = Name(200)
const description = Type.Optional(Nullable(Type.String({ maxLength: 10_000 })))

const key = Type.Optional(
  Nullable(Type.String({ pattern: projectKeyPattern, errorCode: 'project_key_expected' })),
)
const color = Type.Optional(Nullable(Color))
const icon = Type.Optional(Nullable(Name(16)))
const plan = {
  goal: Type.Optional(Nullable(Type.String({ trim: true, maxLength: 500 }))),
  startDate: Type.Optional(Nullable(CalendarDate)),
  targetDate: Type.Optional(Nullable(CalendarDate)),
}

export const NewProject = Body({
  name,
  type: Type.Optional(ProjectType),
  description,
  key,
  color,
  icon,
  ...plan,
  settings: Type.Optional(ProjectSettings),
  withBoard: Type.Optional(
    Type.Boolean({ description: 'Also create a first board, with columns in your language' }),
  ),
})
export type NewProject = Static<typeof NewProject>

export const ProjectChanges = Body({
  name: Type.Optional(name),
  description,
  key,
  color,
  icon,
  ...plan,
  settings: Type.Optional(ProjectSettings),
})
export type ProjectChanges = Static<typeof ProjectChanges>

export const ProjectFilters = Type.Object({
  ...ListQuery.properties,
  ...OrderBy('id', 'name', 'createdAt', 'updatedAt').properties,
  type: Type.Optional(ProjectType),
  search: Type.Optional(Type.String({ maxLength: 200, description: 'In names and descriptions' })),
  ids: Type.Optional(IdList),
  archived: Type.Optional(OneOf('true', 'false', 'all')),
})
export type ProjectFilters = Static<typeof ProjectFilters>

const contract = contractsOf('Projects')

export const listProjects = contract('listProjects', 'GET /project', {
  summary: 'List your projects',
  description:
    'The projects you are a member of. Archived ones are listed only with `archived=true` or `archived=all`.',
  access: limitable(signedIn),
  query: ProjectFilters,
  reply: List(Project),
})

export const createProject = contract('createProject', 'POST /project', {
  summary: 'Create a project',
  description:
    'You become the owner. A `personal` project has no other members and always gets a board; others get one with `withBoard`. Tasks need a board.',
  access: permission('projects.create'),
  body: NewProject,
  reply: Item(Project),
})

export const getProject = contract('getProject', 'GET /project/:id', {
  summary: 'Get a project',
  description: 'Returns the project with your role and the number of members.',
  access: inProject('project.read'),
  reply: Item(Project),
})

export const updateProject = contract('updateProject', 'PUT /project/:id', {
  summary: 'Update a project',
  description:
    'Changes the given fields. `settings` is merged by top-level key; `null` as a value removes a key.',
  access: inProject('project.write'),
  body: ProjectChanges,
  reply: Item(Project),
})

export const archiveProject = contract('archiveProject', 'DELETE /project/:id', {
  summary: 'Archive a project',
  description:
    'Hides the project and makes it read-only. Archiving twice changes nothing. Your first personal project cannot be archived (409).',
  access: inProject('project.write'),
  reply: Message,
  errors: ['first_personal_project'],
})

export const restoreProject = contract('restoreProject', 'POST /project/:id/restore', {
  summary: 'Restore an archived project',
  description: 'The project is active again. 409 if it is not archived.',
  access: inProject('project.write'),
  reply: Item(Project),
  errors: ['project_not_archived'],
})
