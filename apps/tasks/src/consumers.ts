import type { Consumer } from '#projects/activity.queries.ts'

/** What reads events later, each in its chapter; see docs/adding-a-resource.md. */
export const consumers: Consumer[] = []
