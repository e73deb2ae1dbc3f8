import type { Idea } from '@atrium/tasks/feedback/idea.contract'
import type { FeedbackStats } from '@atrium/tasks/feedback/rating.contract'

export const ideaTypes = ['feature', 'bug', 'improvement', 'other'] as const satisfies Idea['type'][]
export const ideaStatuses = ['new', 'planned', 'done', 'declined'] as const satisfies Idea['status'][]

export const statusColors: Record<Idea['status'], string> = {
  new: 'cobalt',
  planned: 'amber',
  done: 'teal',
  declined: 'gray',
}

type Aspect = keyof FeedbackStats['ratings']['distribution']

/** What is rated, in the order in which it is asked. */
export const aspects = ['speed', 'functionality', 'design', 'usability'] as const satisfies Aspect[]
