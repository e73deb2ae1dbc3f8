import { contract } from '@atrium/core/contract'
import { CalendarDate, Default, Id, IdParams, Item, Nullable, OneOf } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { inProject } from '#access.contract.ts'
import { TimeZone } from '#time-tracking/time-summary.contract.ts'

const Count = Type.Integer()
const Seconds = Type.Integer()
const cycleId = { ...Id, description: 'A cycle of the project' }

const BurnDownQuery = Type.Object({
  cycleId,
  timeZone: TimeZone,
  format: Default(OneOf('json', 'csv'), 'json'),
})

export const BurnDownReport = Type.Object({
  cycleId: Id,
  from: CalendarDate,
  to: CalendarDate,
  timeZone: Type.String(),
  days: Type.Array(
    Type.Object({
      date: CalendarDate,
      scopeCount: Nullable(Type.Integer({ description: 'Tasks in the cycle at the end of the day' })),
      doneCount: Nullable(Count),
      remainingCount: Nullable(Count),
      scopeSeconds: Nullable(Type.Integer({ description: 'Their estimates as of that day' })),
      doneSeconds: Nullable(Seconds),
      remainingSeconds: Nullable(Seconds),
      idealCount: Type.Number({ description: 'What would be left if the same amount were done every day' }),
      idealSeconds: Type.Number(),
    }),
  ),
})
export type BurnDownReport = Static<typeof BurnDownReport>

export const CapacityReport = Type.Object({
  cycleId: Id,
  people: Type.Array(
    Type.Object({
      userId: Nullable(Id),
      name: Nullable(Type.String()),
      taskCount: Count,
      doneCount: Count,
      unestimatedCount: Type.Integer({ description: 'Tasks without an estimate' }),
      estimateSeconds: Seconds,
      remainingSeconds: Type.Integer({ description: 'Estimates of the tasks that are not completed' }),
      capacitySeconds: Nullable(
        Type.Integer({
          description:
            'How long the person works on the days of the cycle, by their settings; null without dates or a person',
        }),
      ),
    }),
    {
      description:
        'Everyone who is assigned tasks of the cycle, and up to 200 members of the project who can be; `userId` is null for tasks without an assignee',
    },
  ),
})
export type CapacityReport = Static<typeof CapacityReport>

const shared = { tag: 'Reports', access: inProject('project.read'), params: IdParams } as const

export const getBurnDownReport = contract('getBurnDownReport', 'GET /project/:id/report/burn-down', {
  ...shared,
  summary: 'Get the burn-down of a cycle',
  description:
    'What was left of the cycle at the end of each of its days, which is null for days to come and after it was finished. The last day of a finished cycle is the moment before its open tasks left it. The ideal line starts with the tasks of the first day.',
  produces: ['application/json', 'text/csv'],
  query: BurnDownQuery,
  reply: Item(BurnDownReport),
})

export const getCapacityReport = contract('getCapacityReport', 'GET /project/:id/report/capacity', {
  ...shared,
  summary: 'Get the capacity of a cycle',
  description:
    'Estimates of the tasks of a cycle per assignee, and how long each of them works during the cycle.',
  query: Type.Object({ cycleId }),
  reply: Item(CapacityReport),
})
