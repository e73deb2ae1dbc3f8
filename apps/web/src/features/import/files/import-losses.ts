import type { Loss, PlanSummary, Remark } from './import-plan.ts'

/** Finds what the project knows; a part of the import's directory. */
interface Known {
  memberId: (emailOrName: string) => number | undefined
  priorityId: (word: string) => number | undefined
}

/** What the file has and the project will not, known before anything is imported. */
export function lossesOf({ losses, assignees, priorities }: PlanSummary, known: Known): Loss[] {
  return [
    ...losses,
    ...unknownWords('assigneeUnknown', assignees, known.memberId),
    ...unknownWords('priorityUnknown', priorities, known.priorityId),
  ]
}

function unknownWords(remark: Remark, words: Map<string, number>, find: (word: string) => unknown): Loss[] {
  const unknown = [...words].filter(([word]) => find(word) === undefined)
  if (unknown.length === 0) return []
  const count = unknown.reduce((sum, [, times]) => sum + times, 0)
  return [{ remark, count, examples: unknown.map(([word]) => word) }]
}
