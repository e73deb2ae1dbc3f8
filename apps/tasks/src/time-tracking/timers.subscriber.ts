import { isNoLongerWorking, type Subscriber } from '#events.ts'
import { lockTaskTimers, stopMemberTimer, stopOutsideTimers } from './timer.commands.ts'

/** Stops timers of users who can no longer track time on the task. */
export function timers(now: () => Date): Subscriber {
  return {
    name: 'timers',
    onEvent: async (tx, event, { emit }) => {
      if (event.type === 'TaskLeavesProject') await lockTaskTimers(tx, event.taskId)
      else if (event.type === 'task.moved_out') await stopOutsideTimers(tx, emit, event, now())
      else if (isNoLongerWorking(event)) await stopMemberTimer(tx, emit, event, now())
    },
  }
}
