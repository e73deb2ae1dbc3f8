import type { Activity } from './activity.ts'
import { taskActivities } from './changing-tasks.ts'
import { readingActivities } from './reading.ts'
import { signInActivities } from './signing-in.ts'
import { partActivities } from './task-parts.ts'

/** Everything that happens in the office; a new feature adds its entry to one of these lists. */
export const activities: Activity[] = [
  ...readingActivities,
  ...taskActivities,
  ...partActivities,
  ...signInActivities,
]
