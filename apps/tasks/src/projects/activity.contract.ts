import { contract } from '@atrium/core/contract'
import { Id, Instant, List, ListQuery, Nullable } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { inProject } from '#access.contract.ts'
import { UserSummary } from '#administration/user.contract.ts'
import type { ActivityType, ReadPayload } from '#events.contract.ts'

/** The queries select what the type declares; rows of earlier releases may have less. */
const Payload = Type.Object({}, { additionalProperties: true, description: 'Its fields depend on `type`' })

const ActivityRow = Type.Object({
  id: Id,
  projectId: Id,
  boardId: Nullable(Id),
  taskId: Nullable(Id),
  actorId: Nullable(Id),
  actor: Nullable(UserSummary),
  type: Type.String(),
  application: Nullable(
    Type.String({ description: 'The application or personal access token that made the change' }),
  ),
  before: Payload,
  after: Payload,
  createdAt: Instant,
})

/** An entry of the activity of a project; `before` and `after` have the fields that its type declares. */
export type Activity<Type extends ActivityType = ActivityType> = {
  [One in Type]: Omit<Static<typeof ActivityRow>, 'type' | 'before' | 'after'> & {
    type: One
  } & ReadPayload<One>
}[Type]

export const Activity = Type.Unsafe<Activity>(ActivityRow)

export const listProjectActivity = contract('listProjectActivity', 'GET /project/:id/activity', {
  tag: 'Projects',
  summary: 'List the activity of a project',
  description:
    'Who did what and when, newest first, with the values before and after. `application` is the name of the application or personal access token that the change was made with, unless it was Atrium itself.',
  access: inProject('project.read'),
  query: ListQuery,
  reply: List(Activity),
})
