import type { CustomField, FieldType, FieldValue } from '@atrium/tasks/fields/field.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { durationText } from '@atrium/ui/durations'
import { fullName } from '@atrium/ui/format'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { fieldWords } from '../../../custom-fields/field-words.ts'
import { useToday } from '../../../data/account/user-settings.ts'
import { fullBoardQuery } from '../../../data/boards/boards.ts'
import { dayInWords, daysUntil } from '../../../data/days.ts'
import { cyclesQuery } from '../../../data/planning/cycles.ts'
import { prioritiesQuery, usePriorityName } from '../../../data/planning/priorities.ts'
import { membersQuery } from '../../../data/projects/projects.ts'

/** Formats values of task fields, such as ids, dates and seconds, for reading. */
export function useTaskWords({ projectId, boardId }: Pick<Task, 'projectId' | 'boardId'>) {
  const { t, i18n } = useTranslation()
  const { data: members = [] } = useQuery(membersQuery(projectId))
  const { data: priorities = [] } = useQuery(prioritiesQuery)
  const priorityName = usePriorityName()
  const today = useToday()
  const { data: board } = useQuery(fullBoardQuery(boardId))
  const { data: cycles = [] } = useQuery(cyclesQuery(projectId))

  const personWords = (id: number) => {
    const member = members.find(({ userId }) => userId === id)
    return member ? fullName(member.user) : t('tasks.words.formerMember')
  }
  const byField: Record<string, (value: never) => string | undefined> = {
    assigneeId: personWords,
    assigneeIds: (ids: number[]) => ids.map(personWords).join(', ') || t('tasks.words.none'),
    columnId: (id: number) =>
      board?.columns.find(column => column.id === id)?.title ?? t('tasks.words.otherColumn'),
    priorityId: (id: number) => {
      const priority = priorities.find(other => other.id === id)
      return priority && priorityName(priority)
    },
    cycleId: (id: number) => cycles.find(cycle => cycle.id === id)?.name ?? t('tasks.words.formerCycle'),
    coverId: () => t('tasks.words.image'),
    startDate: (day: string) => dayWords(day, today, i18n.language, t),
    dueDate: (day: string) => dayWords(day, today, i18n.language, t),
    estimateSeconds: (seconds: number) => durationText(seconds, i18n.language),
  }
  return (field: string, value: unknown) => {
    if (value === null || value === undefined || value === '') return t('tasks.words.none')
    return byField[field]?.(value as never) ?? String(value)
  }
}

/** The same for custom fields, by the id of the field. */
export function useCustomFieldWords({ projectId, boardId }: Pick<Task, 'projectId' | 'boardId'>) {
  const { t, i18n } = useTranslation()
  const { data: board } = useQuery(fullBoardQuery(boardId))
  const { data: members = [] } = useQuery(membersQuery(projectId))
  const today = useToday()
  const language = i18n.language
  const people = new Map(members.map(({ userId, user }) => [userId, user]))
  const day = (date: string) => dayWords(date, today, language, t)
  const fieldOf = (id: number) => board?.customFields.find(field => field.id === id)
  const wordsIn = (field: Pick<CustomField, 'type' | 'options'>, value: FieldValue | null) =>
    value === null ? t('tasks.words.none') : fieldWords(field, value, { t, language, people, day })
  return {
    nameOf: (id: number) => fieldOf(id)?.name ?? t('fields.gone'),
    wordsOf: (id: number, value: FieldValue | null) => wordsIn(fieldOf(id) ?? unknownField, value),
    /** For a field as it was, with the names that its options had. */
    wordsThen: (type: FieldType, value: FieldValue | null, label?: string) =>
      label ?? wordsIn({ type, options: [] }, value),
  }
}

const unknownField: Pick<CustomField, 'type' | 'options'> = { type: 'text', options: [] }

/** “Tomorrow” for near days, else the date. */
export function dayWords(day: string, today: string, language: string, t: TFunction) {
  const distance = daysUntil(day, today)
  if (distance === 0) return t('tasks.words.today')
  if (distance === 1) return t('tasks.words.tomorrow')
  if (distance === -1) return t('tasks.words.yesterday')
  const isThisYear = day.slice(0, 4) === today.slice(0, 4)
  const closeBy = { weekday: 'short', day: 'numeric', month: 'short' } as const
  return dayInWords(day, language, isThisYear ? closeBy : { dateStyle: 'medium' })
}
