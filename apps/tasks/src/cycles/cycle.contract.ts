import { contractsOf } from '@atrium/core/contract'
import {
  Body,
  CalendarDate,
  Default,
  Id,
  Instant,
  Item,
  List,
  ListQuery,
  Message,
  Name,
  Nullable,
} from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { inProject } from '#access.contract.ts'

export const MAX_CYCLES = 1000
/** Reports have a point for each day. */
export const MAX_CYCLE_DAYS = 366

const Count = Type.Integer()

export const Cycle = Type.Object({
  id: Id,
  projectId: Id,
  name: Type.String(),
  startDate: Nullable(CalendarDate),
  endDate: Nullable({ ...CalendarDate, description: 'The last day' }),
  goal: Nullable(Type.String()),
  finishedAt: Nullable(Instant),
  taskTotal: Type.Integer({ description: 'Tasks that are in the cycle now' }),
  taskDone: Type.Integer({ description: 'How many of them are completed' }),
  estimateSeconds: Count,
  doneSeconds: Type.Integer({ description: 'Estimates of the completed tasks' }),
  carriedOverCount: Type.Integer({
    description: 'Tasks that were not completed when the cycle was finished, and left it',
  }),
  carriedOverSeconds: Count,
  createdAt: Instant,
  updatedAt: Instant,
})
export type Cycle = Static<typeof Cycle>

const name = Name(100)
const goal = Nullable(Type.String({ maxLength: 2000 }))

export const NewCycle = Body({
  name,
  startDate: Default(Nullable(CalendarDate), null),
  endDate: Default(Nullable(CalendarDate), null),
  goal: Default(goal, null),
})
export type NewCycle = Static<typeof NewCycle>

export const CycleChanges = Body({
  name: Type.Optional(name),
  startDate: Type.Optional(Nullable(CalendarDate)),
  endDate: Type.Optional(Nullable(CalendarDate)),
  goal: Type.Optional(goal),
})
export type CycleChanges = Static<typeof CycleChanges>

export const CycleFinish = Body({
  carryOverTo: Default(
    Nullable({
      ...Id,
      description:
        'A cycle of the project that is not finished; `null`, or nothing, leaves the tasks without a cycle',
    }),
    null,
  ),
})
export type CycleFinish = Static<typeof CycleFinish>

const contract = contractsOf('Cycles')

export const listCycles = contract('listCycles', 'GET /project/:id/cycle', {
  summary: 'List cycles',
  description:
    'Those that are not finished by their start dates, then finished ones, the latest first. The current ones are not finished, and today is one of their days; `filter=cycle = current` selects their tasks.',
  access: inProject('project.read'),
  query: ListQuery,
  reply: List(Cycle),
})

export const createCycle = contract('createCycle', 'POST /project/:id/cycle', {
  summary: 'Create a cycle',
  description: `A period that tasks are planned into. A cycle without dates can wait for its turn; it takes at most ${MAX_CYCLE_DAYS} days. Cycles can overlap, for teams that share a project.`,
  access: inProject('cycle.write'),
  body: NewCycle,
  reply: Item(Cycle),
  errors: ['too_many_cycles'],
})

export const updateCycle = contract('updateCycle', 'PUT /cycle/:id', {
  summary: 'Update a cycle',
  description: 'Changes the given fields; `null` clears one.',
  access: inProject('cycle.write'),
  body: CycleChanges,
  reply: Item(Cycle),
})

export const deleteCycle = contract('deleteCycle', 'DELETE /cycle/:id', {
  summary: 'Delete a cycle',
  description: 'Its tasks stay, without a cycle.',
  access: inProject('cycle.write'),
  reply: Message,
})

export const finishCycle = contract('finishCycle', 'POST /cycle/:id/finish', {
  summary: 'Finish a cycle',
  description:
    'Completed tasks stay in the cycle. The others move to the cycle that `carryOverTo` names, or to none. A finished cycle takes no more tasks.',
  access: inProject('cycle.write'),
  body: CycleFinish,
  reply: Item(Cycle),
  errors: ['cycle_finished'],
})
