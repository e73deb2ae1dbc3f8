import type { CustomField } from '@atrium/tasks/fields/field.contract'
import type { PlanSummary, SummedLoss } from '@atrium/tasks/imports/plan/plan-summary'
import type { Directory } from './directory.ts'

/** What the user has chosen instead of what is guessed. */
interface Chosen {
  createsOptions?: boolean
  /** Members by the external ids of people; null for no one. */
  people?: Map<string, number | null>
}

/** What the file has and the project will not, known before anything is imported. */
export function lossesOf(
  { losses, people, assignees, voters, priorities, fieldWords }: PlanSummary,
  directory: Directory,
  { createsOptions = false, people: chosen = new Map() }: Chosen = {},
): SummedLoss[] {
  const personOf = new Map(people.map(person => [person.externalId, person]))
  const nameOf = (id: string) => personOf.get(id)?.name ?? id
  const memberOf = (id: string) => {
    const person = personOf.get(id)
    const member = chosen.get(id)
    return member === undefined ? person && directory.anyMemberId(person) : (member ?? undefined)
  }
  const isAssignable = (id: string) => {
    const member = memberOf(id)
    return member !== undefined && directory.canBeAssigned(member)
  }
  const lost = fieldWords.filter(({ field: key, word }) => {
    const field = directory.fieldOf(key)
    if (field?.type === 'person') return memberOf(word) === undefined
    return !field || (!createsOptions && isNewOption(field, word))
  })
  return byKind([
    ...losses,
    ...unknownWords('assigneeUnknown', assignees, isAssignable, nameOf),
    ...unknownWords('voteDropped', voters, id => memberOf(id) !== undefined, nameOf),
    ...unknownWords('priorityUnknown', priorities, word => directory.priorityId(word) !== undefined),
    ...summed(
      'fieldUnknown',
      lost.map(({ field, word, count }) => [
        `${directory.fieldOf(field)?.name ?? field}: ${nameOf(word)}`,
        count,
      ]),
    ),
  ])
}

/** The file can rule out a value of a kind of which the project lacks others. */
function byKind(losses: SummedLoss[]): SummedLoss[] {
  return [...Map.groupBy(losses, ({ kind }) => kind)].map(([kind, all]) => ({
    kind,
    count: all.reduce((sum, { count }) => sum + count, 0),
    examples: [...new Set(all.flatMap(({ examples }) => examples))],
  }))
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
