import type { Member } from '@atrium/tasks/projects/member.contract'
import type { Sticker } from '@atrium/tasks/tasks/sticker.contract'
import type { TaskPriority } from '@atrium/tasks/tasks/task-priority.contract'
import { fullName } from '@atrium/ui/person'

/** Who and what the project has already, found by the words of a file. */
export interface Directory {
  memberId: (emailOrName: string) => number | undefined
  priorityId: (word: string) => number | undefined
  stickers: Sticker[]
}

// Words of other programs, and of other languages, for the four levels.
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
  const people = new Map<string, number>()
  for (const { userId, user, role } of members) {
    if (role === 'viewer') continue // cannot be assigned
    people.set(fullName(user).toLowerCase(), userId)
    people.set(`${user.surname} ${user.name}`.toLowerCase(), userId)
    if (user.email) people.set(user.email.toLowerCase(), userId)
  }
  const levels = new Map(
    priorities.flatMap(({ id, name, level }) =>
      [name.toLowerCase(), ...(otherWords[level] ?? [])].map(word => [word, id] as const),
    ),
  )
  return {
    memberId: emailOrName => people.get(emailOrName.trim().toLowerCase()),
    priorityId: word => levels.get(word.trim().toLowerCase()),
    stickers,
  }
}
