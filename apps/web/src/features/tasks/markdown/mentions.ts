import type { Member } from '@atrium/tasks/projects/member.contract'
import { fullName } from '@atrium/ui/format'

type People = Pick<Member, 'userId' | 'user'>[]

export interface MentionQuery {
  /** The index of the @. */
  start: number
  search: string
}

/** The @ before the caret, with the typed part of the name. */
export function mentionQueryAt(text: string, caret: number): MentionQuery | undefined {
  const match = /(?<![\p{L}\p{N}.])@([\p{L}\p{N}.'’-]*(?: [\p{L}'’-]*)?)$/u.exec(text.slice(0, caret))
  return match ? { start: match.index, search: match[1] ?? '' } : undefined
}

/** The members whose name or email starts with every word of the search. */
export function membersFor(search: string, members: Member[]) {
  const words = search.toLowerCase().split(' ').filter(Boolean)
  return members.filter(({ user }) => {
    const names = [user.name, user.surname, user.email ?? ''].map(name => name.toLowerCase())
    return words.every(word => names.some(name => name.startsWith(word)))
  })
}

/** Editors show `@Ada Lovelace`, with email or id if two members have the same name. */
export function nameToMention(userId: number, members: People) {
  const member = members.find(other => other.userId === userId)
  if (!member) return undefined
  const name = fullName(member.user)
  const isShared = members.some(other => other.userId !== userId && fullName(other.user) === name)
  return isShared ? `${name} (${member.user.email ?? `#${userId}`})` : name
}

/** The text without its mentions, and their ids, in order. */
export function splitMentions(text: string): (string | { id: number })[] {
  return text.split(/(@\[\d{1,16}\])/).flatMap(part => {
    const [, id] = /^@\[(\d+)\]$/.exec(part) ?? []
    return id ? { id: Number(id) } : part || []
  })
}

export function toReadable(text: string, members: People) {
  return text.replace(/@\[(\d{1,16})\]/g, (token, id) => {
    const name = nameToMention(Number(id), members)
    return name ? `@${name}` : token
  })
}

/** Stored texts contain ids, because names can change. */
export function toStored(text: string, members: People) {
  const names = members
    .map(({ userId }) => [nameToMention(userId, members) ?? '', userId] as const)
    .toSorted(([one], [other]) => other.length - one.length)
  let stored = text
  for (const [name, userId] of names) {
    if (!name) continue
    const mention = new RegExp(`(?<![\\p{L}\\p{N}.])@${escapeRegExp(name)}(?![\\p{L}\\p{N}])`, 'gu')
    stored = stored.replace(mention, `@[${userId}]`)
  }
  return stored
}

function escapeRegExp(text: string) {
  return text.replace(/[\^$\\.*+?()[\]{}|/]/g, '\\$&')
}
