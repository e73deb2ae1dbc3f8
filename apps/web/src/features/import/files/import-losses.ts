import type { FieldWord, Loss, PlanSummary, Remark } from './import-plan.ts'

/** Finds what the project knows; a part of the import's directory. */
interface Known {
  memberId: (emailOrName: string) => number | undefined
  priorityId: (word: string) => number | undefined
  fieldRecordId: (fieldId: number, word: string) => number | undefined
  /** Whether it is a list whose missing options can be created. */
  hasOptions: (fieldId: number) => boolean
}

/** What the file has and the project will not, known before anything is imported. */
export function lossesOf(
  { losses, assignees, priorities, fieldWords }: PlanSummary,
  known: Known,
  createsOptions = false,
): Loss[] {
  const unknown = unknownFieldWords(fieldWords, known).filter(
    ({ fieldId }) => !createsOptions || !known.hasOptions(fieldId),
  )
  return [
    ...losses,
    ...unknownWords('assigneeUnknown', assignees, known.memberId),
    ...unknownWords('priorityUnknown', priorities, known.priorityId),
    ...(unknown.length > 0 ? [unknownValues(unknown)] : []),
  ]
}

/** Names in custom fields that are neither an option nor a member. */
export function unknownFieldWords(words: FieldWord[], { fieldRecordId }: Pick<Known, 'fieldRecordId'>) {
  return words.filter(({ fieldId, word }) => fieldRecordId(fieldId, word) === undefined)
}

function unknownValues(words: FieldWord[]): Loss {
  return {
    remark: 'fieldUnknown',
    count: words.reduce((sum, { count }) => sum + count, 0),
    examples: words.map(({ fieldName, word }) => `${fieldName}: ${word}`),
  }
}

function unknownWords(remark: Remark, words: Map<string, number>, find: (word: string) => unknown): Loss[] {
  const unknown = [...words].filter(([word]) => find(word) === undefined)
  if (unknown.length === 0) return []
  const count = unknown.reduce((sum, [, times]) => sum + times, 0)
  return [{ remark, count, examples: unknown.map(([word]) => word) }]
}
