import { contractsOf } from '@atrium/core/contract'
import { Body, Id, Instant, Item, Message, Nullable, OneOf } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { inProject } from '#access.contract.ts'

/** The type of a relation, seen from the task that the route names. */
export const RelationType = OneOf('blocks', 'blockedBy', 'relatesTo', 'duplicates', 'duplicatedBy')
export type RelationType = Static<typeof RelationType>

export const RelatedTask = Type.Object({
  id: Id,
  projectId: Id,
  projectKey: Nullable(Type.String()),
  boardId: Id,
  number: Id,
  title: Type.String(),
  assigneeId: Nullable(Id),
  dueDate: Nullable(Type.String()),
  completedAt: Nullable(Instant),
})
export type RelatedTask = Static<typeof RelatedTask>

export const Relation = Type.Object({
  id: Id,
  type: RelationType,
  task: Type.Union([RelatedTask, Type.Null()], {
    description: 'The other task; null if it is in a project that you cannot see',
  }),
  createdAt: Instant,
})
export type Relation = Static<typeof Relation>

const Relations = Type.Array(Relation)
export const GroupedRelations = Type.Object({
  blocks: Relations,
  blockedBy: Relations,
  relatesTo: Relations,
  duplicates: Relations,
  duplicatedBy: Relations,
})
export type GroupedRelations = Static<typeof GroupedRelations>

export const NewRelation = Body({ type: RelationType, taskId: Id })
export type NewRelation = Static<typeof NewRelation>

const contract = contractsOf('Relations')

export const listRelations = contract('listRelations', 'GET /task/:id/relation', {
  summary: 'List the relations of a task',
  description:
    'What the task blocks, is blocked by, relates to, duplicates and is duplicated by. Deleted tasks are left out; of a task in a project that you cannot see, nothing is shown but that it exists.',
  access: inProject('project.read'),
  reply: Item(GroupedRelations),
})

export const addRelation = contract('addRelation', 'POST /task/:id/relation', {
  summary: 'Relate a task to another',
  description:
    'The other task can be in any project in which you can edit tasks, because it shows the relation, too. 409 if tasks would end up blocking each other. A task has at most 100 relations.',
  access: inProject('task.write'),
  body: NewRelation,
  reply: Item(Relation),
  errors: ['task_deleted', 'task_relation_pair_taken', 'tasks_block_each_other', 'too_many_relations'],
})

export const removeRelation = contract('removeRelation', 'DELETE /task/:id/relation/:relationId', {
  summary: 'Remove a relation',
  description: 'From either of the two tasks, also if you cannot see the other one.',
  access: inProject('task.write'),
  params: Type.Object({ id: Id, relationId: Id }),
  reply: Message,
  errors: ['relation_not_found'],
})
