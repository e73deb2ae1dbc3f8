import type { Member } from '@atrium/tasks/projects/member.contract'
import { fullName } from '@atrium/ui/format'

type People = Pick<Member, 'userId' | 'user'>[]

export interface MentionBegun {
  /** Where its @ stands. */
  start: number
  search: string
}

/** The @ before the caret, with what was typed of the name. */
export function mentionBegunAt(text: string, caret: number): MentionBegun | undefined {
  const begun = /(?<![\p{L}\p{N}.])@([\p{L}\p{N}.'’-]*(?: [\p{L}'’-]*)?)$/u.exec(text.slice(0, caret))
  return begun ? { start: begun.index, search: begun[1] ?? '' } : undefined
}

/** Whom the search may mean, best first. */
export function membersFor(search: string, members: Member[]) {
  const words = search.toLowerCase().split(' ').filter(Boolean)
  return members.filter(({ user }) => {
    const names = [user.name, user.surname, user.email ?? ''].map(name => name.toLowerCase())
    return words.every(word => names.some(name => name.startsWith(word)))
  })
}

/** What an editor shows is readable: `@Ada Lovelace`, and with address or id if two have the same name. */
export function nameToMention(userId: number, members: People) {
  const member = members.find(other => other.userId === userId)
  if (!member) return undefined
  const name = fullName(member.user)
  const isShared = members.some(other => other.userId !== userId && fullName(other.user) === name)
  return isShared ? `${name} (${member.user.email ?? `#${userId}`})` : name
}

export function toReadable(text: string, members: People) {
  return text.replace(/@\[(\d{1,16})\]/g, (token, id) => {
    const name = nameToMention(Number(id), members)
    return name ? `@${name}` : token
  })
}

/** What is stored are ids: a name may change. */
export function toStored(text: string, members: People) {
  const names = members
    .map(({ userId }) => [nameToMention(userId, members) ?? '', userId] as const)
    .toSorted(([one], [other]) => other.length - one.length)
  let stored = text
  for (const [name, userId] of names) {
    if (!name) continue
    const mention = new RegExp(`(?<![\\p{L}\\p{N}.])@${literally(name)}(?![\\p{L}\\p{N}])`, 'gu')
    stored = stored.replace(mention, `@[${userId}]`)
  }
  return stored
}

function literally(text: string) {
  return text.replace(/[\^$\\.*+?()[\]{}|/]/g, '\\$&')
}
