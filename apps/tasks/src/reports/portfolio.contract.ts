import { contractsOf } from '@atrium/core/contract'
import { CalendarDate, Default, Id, Item, Nullable } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { limitable, signedIn } from '#access.contract.ts'
import { UserSummary } from '#administration/user.contract.ts'
import { Project } from '#projects/project.contract.ts'

/** How many projects are read at once. */
export const MAX_PORTFOLIO = 200
const MAX_DAYS = 92

const Count = Type.Integer()
const Seconds = Type.Integer()
const today = Type.Optional({
  ...CalendarDate,
  description: 'The day where you are, after whose beginning tasks are not overdue; today in UTC by default',
})

const PortfolioQuery = Type.Object({ today })

const PortfolioProject = Type.Object({
  ...Type.Pick(Project, ['id', 'name', 'key', 'color', 'icon', 'startDate', 'targetDate', 'myRole'])
    .properties,
  doneCount: Count,
  openCount: Count,
  overdueCount: Count,
  unassignedCount: Type.Integer({ description: 'Open tasks without an assignee' }),
  peopleCount: Type.Integer({ description: 'Assignees of open tasks' }),
  estimateSeconds: Type.Integer({ description: 'Estimates of open tasks' }),
  nextDueDate: Nullable(
    Type.Unsafe<string>({ ...CalendarDate, description: 'The first due date that is not over' }),
  ),
})
export type PortfolioProject = Static<typeof PortfolioProject>

const Portfolio = Type.Object({
  projects: Type.Array(PortfolioProject, { description: 'By name' }),
})
export type Portfolio = Static<typeof Portfolio>

const WorkloadQuery = Type.Object({
  today,
  days: Default(
    Type.Integer({
      minimum: 1,
      maximum: MAX_DAYS,
      description: 'How many days, from today, the working hours are of',
    }),
    14,
  ),
})
export type WorkloadQuery = Static<typeof WorkloadQuery>

const WorkloadPerson = Type.Object({
  user: Nullable({ ...UserSummary, description: 'Null for tasks without an assignee' }),
  openCount: Count,
  overdueCount: Count,
  unestimatedCount: Type.Integer({ description: 'Open tasks without an estimate' }),
  estimateSeconds: Type.Integer({ description: 'Estimates of all open tasks' }),
  dueCount: Type.Integer({ description: 'Open tasks that are due within the days or overdue' }),
  dueSeconds: Type.Integer({ description: 'Estimates of the tasks that are due within the days or overdue' }),
  capacitySeconds: Nullable(
    Type.Integer({ description: 'How long the person works on these days, by their settings' }),
  ),
  projects: Type.Array(
    Type.Object({ id: Id, openCount: Count, overdueCount: Count, estimateSeconds: Seconds }),
    { description: 'Where the open tasks are' },
  ),
})
export type WorkloadPerson = Static<typeof WorkloadPerson>

const Workload = Type.Object({
  projects: Type.Array(Type.Pick(Project, ['id', 'name', 'key', 'color', 'icon'])),
  people: Type.Array(WorkloadPerson, { description: 'By name' }),
})
export type Workload = Static<typeof Workload>

const contract = contractsOf('Reports')

export const getPortfolio = contract('getPortfolio', 'GET /portfolio', {
  summary: 'Get your projects side by side',
  description: `Progress, overdue tasks and open work of your projects, without archived ones; at most ${MAX_PORTFOLIO}.`,
  access: limitable(signedIn),
  query: PortfolioQuery,
  reply: Item(Portfolio),
})

export const getWorkload = contract('getWorkload', 'GET /workload', {
  summary: 'Get the workload across your projects',
  description: `The open tasks of each person in the projects where you are a manager or owner, next to the hours that they work; at most ${MAX_PORTFOLIO} projects, without archived ones. A task counts for the person who is responsible.`,
  access: limitable(signedIn),
  query: WorkloadQuery,
  reply: Item(Workload),
})
