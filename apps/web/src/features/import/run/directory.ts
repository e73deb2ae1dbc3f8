import type { CustomField } from '@atrium/tasks/fields/field.contract'
import type { Member } from '@atrium/tasks/projects/member.contract'
import type { TaskPriority } from '@atrium/tasks/tasks/priorities/task-priority.contract'
import type { Sticker } from '@atrium/tasks/tasks/stickers/sticker.contract'
import { fullName } from '@atrium/ui/format'

/** Finds existing members, priorities, stickers and options by the words of a file. */
export interface Directory {
  memberId: (emailOrName: string) => number | undefined
  priorityId: (word: string) => number | undefined
  stickers: Sticker[]
  fields: CustomField[]
  /** The option or the member that a custom field names. */
  fieldRecordId: (fieldId: number, word: string) => number | undefined
  /** Whether it is a list whose missing options can be created. */
  hasOptions: (fieldId: number) => boolean
}

// The four levels in the words of other programs and languages.
const otherWords: Record<number, string[]> = {
  10: ['lowest', 'minor', 'низкий', 'низкая', '4', 'p4'],
  20: ['medium', 'средний', 'средняя', 'обычный', 'обычная', 'нормальный', '3', 'p3'],
  30: ['major', 'высокий', 'высокая', '2', 'p2'],
  40: ['highest', 'critical', 'blocker', 'срочный', 'срочная', 'срочно', 'критический', '1', 'p1'],
}

export function createDirectory(
  members: Member[],
  priorities: TaskPriority[],
  stickers: Sticker[],
  fields: CustomField[] = [],
): Directory {
  const assignable = peopleByWord(members.filter(({ role }) => role !== 'viewer'))
  const everyone = peopleByWord(members)
  const levels = new Map(
    priorities.flatMap(({ id, name, level }) =>
      [name.toLowerCase(), ...(otherWords[level] ?? [])].map(word => [word, id] as const),
    ),
  )
  return {
    memberId: emailOrName => findPerson(assignable, emailOrName),
    priorityId: word => levels.get(word.trim().toLowerCase()),
    stickers,
    fields,
    fieldRecordId: (fieldId, word) => {
      const field = fields.find(({ id }) => id === fieldId)
      if (field?.type === 'person') return findPerson(everyone, word)
      return field?.options.find(({ name }) => name.toLowerCase() === word.toLowerCase())?.id
    },
    hasOptions: fieldId => fields.some(({ id, type }) => id === fieldId && /select$/.test(type)),
  }
}

type People = ReturnType<typeof peopleByWord>

function peopleByWord(members: Member[]) {
  return Map.groupBy(
    members.flatMap(({ userId, user }) => {
      const words = [fullName(user), `${user.surname} ${user.name}`, user.email ?? '']
      return [...new Set(words.map(word => word.trim().toLowerCase()))].map(word => ({ word, userId }))
    }),
    ({ word }) => word,
  )
}

function findPerson(people: People, emailOrName: string) {
  const found = people.get(emailOrName.trim().toLowerCase()) ?? []
  return found.length === 1 ? found[0]?.userId : undefined // ambiguous if two have the same name
}
