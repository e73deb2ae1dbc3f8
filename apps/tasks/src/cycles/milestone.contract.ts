import { contractsOf } from '@atrium/core/contract'
import { Body, CalendarDate, Id, Instant, Item, List, ListQuery, Message, Name } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { inProject } from '#access.contract.ts'

export const MAX_MILESTONES = 1000

export const Milestone = Type.Object({
  id: Id,
  projectId: Id,
  name: Type.String(),
  date: CalendarDate,
  createdAt: Instant,
  updatedAt: Instant,
})
export type Milestone = Static<typeof Milestone>

export const NewMilestone = Body({ name: Name(100), date: CalendarDate })
export type NewMilestone = Static<typeof NewMilestone>

export const MilestoneChanges = Body({
  name: Type.Optional(Name(100)),
  date: Type.Optional(CalendarDate),
})
export type MilestoneChanges = Static<typeof MilestoneChanges>

const contract = contractsOf('Cycles')

export const listMilestones = contract('listMilestones', 'GET /project/:id/milestone', {
  summary: 'List milestones',
  description: 'By date.',
  access: inProject('project.read'),
  query: ListQuery,
  reply: List(Milestone),
})

export const createMilestone = contract('createMilestone', 'POST /project/:id/milestone', {
  summary: 'Create a milestone',
  description: 'A day with a name, which the timeline of the project shows.',
  access: inProject('cycle.write'),
  body: NewMilestone,
  reply: Item(Milestone),
  errors: ['too_many_milestones'],
})

export const updateMilestone = contract('updateMilestone', 'PUT /milestone/:id', {
  summary: 'Update a milestone',
  description: 'Changes the given fields.',
  access: inProject('cycle.write'),
  body: MilestoneChanges,
  reply: Item(Milestone),
})

export const deleteMilestone = contract('deleteMilestone', 'DELETE /milestone/:id', {
  summary: 'Delete a milestone',
  description: 'The timeline no longer shows it.',
  access: inProject('cycle.write'),
  reply: Message,
})
