import type { Member } from '@atrium/tasks/projects/member.contract'
import { packsFor } from '@atrium/texts/words'
import { fullName } from '@atrium/ui/format'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useToday } from '../data/account/user-settings.ts'
import { prioritiesQuery, usePriorityName } from '../data/planning/priorities.ts'
import { allProjectsQuery, mayAs, membersQuery } from '../data/projects/projects.ts'
import { currentUserQuery } from '../data/session/current-user.ts'
import { stickersQuery } from '../data/tasks/stickers.ts'
import type { Named, Vocabulary } from './parse-task-text.ts'

interface NamedSticker {
  id: number
  name: string
}

/** The words that a new task of the project can use; its stickers are loaded unless the caller has them. */
export function useVocabulary(projectId: number | undefined, known?: NamedSticker[]): Vocabulary {
  const { i18n } = useTranslation()
  const today = useToday()
  const nameOf = usePriorityName()
  const hasProject = projectId !== undefined
  const { data: user } = useQuery(currentUserQuery)
  const { data: priorities } = useQuery(prioritiesQuery)
  const { data: members } = useQuery({ ...membersQuery(projectId ?? 0), enabled: hasProject })
  const { data: loaded } = useQuery({
    ...stickersQuery(projectId ?? 0),
    enabled: hasProject && !known,
  })
  const stickers = known ?? loaded
  const { data: projects } = useQuery(allProjectsQuery)
  const mayCreateStickers = mayAs(projects?.find(({ id }) => id === projectId)?.myRole, 'manager')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names of priorities change with the language
  return useMemo(() => {
    const packs = packsFor(i18n.language)
    return {
      today,
      language: i18n.language,
      people: (members ?? [])
        .filter(({ role }) => role !== 'viewer')
        .map(member => personOf(member, member.userId === user?.id ? packs.flatMap(words => words.me) : [])),
      stickers: (stickers ?? []).map(({ id, name }) => ({ id, names: [name] })),
      mayCreateStickers,
      priorities: (priorities ?? []).map(priority => ({
        id: priority.id,
        names: [
          nameOf(priority),
          priority.name,
          ...packs.flatMap(words => words.priorities[priority.name] ?? []),
        ],
      })),
    }
  }, [today, members, stickers, mayCreateStickers, priorities, user?.id, i18n.language])
}

function personOf({ userId, user }: Member, otherNames: string[]): Named {
  const parts = [user.name, user.surname].filter(part => part !== null)
  return { id: userId, names: [fullName(user), ...parts, ...otherNames] }
}
