import { packs } from '@atrium/texts/words'
import type { PlannedPerson } from './import-plan.contract.ts'

interface KnownMember {
  userId: number
  name: string
  surname: string
  email?: string | null | undefined
}

/** Finds members by their address, or by their name in either order. A name that two of them have means neither. */
export function memberFinder(members: KnownMember[]) {
  const byWord = Map.groupBy(
    members.flatMap(({ userId, name, surname, email }) => {
      const words = [`${name} ${surname}`, `${surname} ${name}`, email ?? '']
      return [...new Set(words.map(plain))].filter(Boolean).map(word => ({ word, userId }))
    }),
    ({ word }) => word,
  )
  const find = (word: string) => {
    const found = byWord.get(plain(word)) ?? []
    return found.length === 1 ? found[0]?.userId : undefined
  }
  return ({ email, name }: Pick<PlannedPerson, 'email' | 'name'>) =>
    (email ? find(email) : undefined) ?? find(name)
}

/** The four built-in levels, from low to urgent. */
const levels = [10, 20, 30, 40]

/** Finds priorities by their own names first, then by the words of other programs. */
export function priorityFinder(priorities: { id: number; name: string; level: number }[]) {
  const ids = new Map([
    ...priorities.flatMap(({ id, level }) => wordsOfLevel(level).map(word => [word, id] as const)),
    ...priorities.map(({ id, name }) => [plain(name), id] as const),
  ])
  return (word: string) => ids.get(plain(word))
}

function wordsOfLevel(level: number) {
  return packs.flatMap(words => words.levels[levels.indexOf(level)] ?? [])
}

function plain(text: string) {
  return text.trim().toLowerCase()
}
