import type { Idea } from '@atrium/tasks/feedback/idea.contract'

export const ideaTypes = ['feature', 'bug', 'improvement', 'other'] as const satisfies Idea['type'][]
export const ideaStatuses = ['new', 'planned', 'done', 'declined'] as const satisfies Idea['status'][]

export const statusColors: Record<Idea['status'], string> = {
  new: 'cobalt',
  planned: 'amber',
  done: 'teal',
  declined: 'gray',
}
