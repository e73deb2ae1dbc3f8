import type { CustomField } from '@atrium/tasks/fields/field.contract'
import type { PlannedPerson } from '@atrium/tasks/imports/plan/import-plan.contract'
import type { FieldWord, PlanSummary, SummedLoss } from '@atrium/tasks/imports/plan/plan-summary'
import type { Directory } from './directory.ts'

/** What the file has and the project will not, known before anything is imported. */
export function lossesOf(
  { losses, people, assignees, priorities, fieldWords }: PlanSummary,
  directory: Directory,
  createsOptions = false,
): SummedLoss[] {
  const personOf = new Map(people.map(person => [person.externalId, person]))
  const nameOf = (id: string) => personOf.get(id)?.name ?? id
  const lost = fieldWords.filter(word => isUnknown(word, personOf, directory, createsOptions))
  return [
    ...losses,
    ...unknownWords('assigneeUnknown', assignees, id => isMember(directory, personOf.get(id)), nameOf),
    ...unknownWords('priorityUnknown', priorities, word => directory.priorityId(word) !== undefined),
    ...summed(
      'fieldUnknown',
      lost.map(({ field, word, count }) => [
        `${directory.fieldOf(field)?.name ?? field}: ${nameOf(word)}`,
        count,
      ]),
    ),
  ]
}

function isMember({ memberId }: Directory, person: PlannedPerson | undefined) {
  return person !== undefined && memberId(person) !== undefined
}

/** Names in custom fields that are neither an option nor a member. */
function isUnknown(
  { field: key, word }: FieldWord,
  people: Map<string, PlannedPerson>,
  { fieldOf, anyMemberId }: Directory,
  createsOptions: boolean,
) {
  const field = fieldOf(key)
  if (!field) return true
  const person = people.get(word)
  if (field.type === 'person') return !person || anyMemberId(person) === undefined
  return !createsOptions && isNewOption(field, word)
}

/** Whether the file names options that lists do not have. */
export function namesNewOptions({ fieldWords }: PlanSummary, { fieldOf }: Directory) {
  return fieldWords.some(({ field: key, word }) => {
    const field = fieldOf(key)
    return field !== undefined && isNewOption(field, word)
  })
}

function isNewOption({ type, options }: CustomField, word: string) {
  return /select$/.test(type) && !options.some(({ name }) => name.toLowerCase() === word.toLowerCase())
}

function unknownWords(
  kind: SummedLoss['kind'],
  words: Map<string, number>,
  isKnown: (word: string) => boolean,
  nameOf = (word: string) => word,
) {
  return summed(
    kind,
    [...words].filter(([word]) => !isKnown(word)).map(([word, count]) => [nameOf(word), count]),
  )
}

function summed(kind: SummedLoss['kind'], counts: [string, number][]): SummedLoss[] {
  if (counts.length === 0) return []
  const count = counts.reduce((sum, [, times]) => sum + times, 0)
  return [{ kind, count, examples: counts.map(([example]) => example) }]
}
