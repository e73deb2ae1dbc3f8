import type { FeedbackStats } from '@atrium/tasks/feedback/feedback-stats.contract'

type Aspect = keyof FeedbackStats['ratings']['distribution']

/** What is rated, in the order in which it is asked. */
export const aspects = ['speed', 'functionality', 'design', 'usability'] as const satisfies Aspect[]
