import type { Member } from '@atrium/tasks/projects/member.contract'
import type { TaskPriority } from '@atrium/tasks/tasks/priorities/task-priority.contract'
import type { Sticker } from '@atrium/tasks/tasks/stickers/sticker.contract'
import { fullName } from '@atrium/ui/format'

/** Finds existing members, priorities and stickers by the words of a file. */
export interface Directory {
  memberId: (emailOrName: string) => number | undefined
  priorityId: (word: string) => number | undefined
  stickers: Sticker[]
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
): Directory {
  const assignable = members.filter(({ role }) => role !== 'viewer')
  const people = Map.groupBy(
    assignable.flatMap(({ userId, user }) => {
      const words = [fullName(user), `${user.surname} ${user.name}`, user.email ?? '']
      return [...new Set(words.map(word => word.trim().toLowerCase()))].map(word => ({ word, userId }))
    }),
    ({ word }) => word,
  )
  const levels = new Map(
    priorities.flatMap(({ id, name, level }) =>
      [name.toLowerCase(), ...(otherWords[level] ?? [])].map(word => [word, id] as const),
    ),
  )
  return {
    memberId: emailOrName => {
      const found = people.get(emailOrName.trim().toLowerCase()) ?? []
      return found.length === 1 ? found[0]?.userId : undefined // ambiguous if two have the same name
    },
    priorityId: word => levels.get(word.trim().toLowerCase()),
    stickers,
  }
}
