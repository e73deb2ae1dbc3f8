import { contractsOf } from '@atrium/core/contract'
import { Body, Id, Instant, Item, Message, Name, Nullable } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { inProject, permission } from '#access.contract.ts'

/** All null without a hold. */
export const Hold = Type.Object({
  heldAt: Nullable(Instant),
  heldBy: Nullable(Id),
  reason: Nullable(Type.String()),
})
export type Hold = Static<typeof Hold>

export const NewHold = Body({ reason: Type.Optional(Nullable(Name(500))) })
export type NewHold = Static<typeof NewHold>

const contract = contractsOf('Projects')
const access = permission('projects.manage.any')

export const getHold = contract('getHold', 'GET /project/:id/hold', {
  summary: 'Get the legal hold of a project',
  description: 'For the owner of the project, and for holders of `projects.manage.any`.',
  access: inProject('project.read'),
  reply: Item(Hold),
})

export const holdProject = contract('holdProject', 'PUT /project/:id/hold', {
  summary: 'Put a project on legal hold',
  description:
    'Until it is released, nothing in the project can be deleted permanently, by people or after a time, and no task can leave it (409 `project_on_hold`). Work goes on otherwise. Calling it again changes the reason.',
  access,
  body: NewHold,
  reply: Item(Hold),
  errors: ['project_not_found'],
})

export const releaseProject = contract('releaseProject', 'DELETE /project/:id/hold', {
  summary: 'Release a project from legal hold',
  description:
    'What was due for deletion meanwhile is deleted by the next clean-up. 409 if the project is not on hold.',
  access,
  reply: Message,
  errors: ['project_not_found', 'project_not_on_hold'],
})
