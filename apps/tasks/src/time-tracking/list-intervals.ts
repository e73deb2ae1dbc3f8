import { endOf, orderOf, pageOf, startOf } from '@atrium/core/paging'
import { among } from '@atrium/database/among'
import { listPage } from '@atrium/database/list-page'
import { sql } from 'kysely'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import { wholeSecond } from './interval-times.ts'
import { isForgotten } from './longest-timer.ts'
import { readableTitle } from './readable-title.ts'
import type { TimeIntervalFilters } from './time-interval.contract.ts'
import { selectIntervals } from './time-interval.queries.ts'
import { visibleTime } from './visible-time.ts'

/** By when they began: an interval is in one day's list only, however long it lasted. */
export async function listIntervals({ db, now }: Deps, actor: Actor, filters: TimeIntervalFilters) {
  const { taskId, projectId, from, to, running } = filters
  const { userId, projectIds } = await visibleTime(db, actor, filters)
  const at = wholeSecond(now())
  const isRunning = sql<boolean>`(time_intervals.ended_at is null and not ${isForgotten(at)})`
  const { field, direction } = orderOf(filters.orderBy)
  const intervals = selectIntervals(db, at, readableTitle(actor))
    .$if(userId !== undefined, rows => rows.where('timeIntervals.userId', '=', userId as number))
    .$if(projectIds !== undefined, rows => rows.where(among('tasks.projectId', projectIds as number[])))
    .$if(projectId !== undefined, rows => rows.where('tasks.projectId', '=', projectId as number))
    .$if(taskId !== undefined, rows => rows.where('timeIntervals.taskId', '=', taskId as number))
    .$if(from !== undefined, rows => rows.where('timeIntervals.startedAt', '>=', startOf(from as string)))
    .$if(to !== undefined, rows => rows.where('timeIntervals.startedAt', '<=', endOf(to as string)))
    .$if(running === true, rows => rows.where(isRunning))
    .$if(running === false, rows => rows.where(({ not }) => not(isRunning)))
    .orderBy(`timeIntervals.${field}`, by =>
      field === 'duration' ? by[direction]().nullsLast() : by[direction](),
    )
    .orderBy('timeIntervals.id', direction)
  return listPage(intervals, pageOf(filters))
}
