import type { Activity } from '@atrium/tasks/projects/activity.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { membersQuery } from '../../data/projects.ts'
import { toReadable } from './mentions.ts'
import type { TaskFields } from './task.queries.ts'
import { useTaskWords } from './task-words.ts'

type Event = Pick<Activity, 'type' | 'before' | 'after'>

/** Those that need no more than the name of what they are about. */
const simple = [
  'task_created',
  'task_deleted',
  'task_restored',
  'comment_updated',
  'comment_deleted',
  'time_started',
  'time_stopped',
  'sticker_attached',
  'sticker_detached',
  'attachment_created',
  'attachment_deleted',
  'checklist_created',
  'checklist_deleted',
] as const

/** What happened, in words, to be read after the name of whoever did it. */
export function useActivitySentences(task: Task) {
  const { t } = useTranslation()
  const wordsFor = useTaskWords(task)
  const { data: members = [] } = useQuery(membersQuery(task.projectId))

  const changeOf = (field: string, { before, after }: Event) => ({
    before: wordsFor(field, before[field]),
    after: wordsFor(field, after[field]),
  })
  const editOf = (field: keyof TaskFields, event: Event) => {
    if (field === 'description') return t('tasks.activity.description')
    return t('tasks.activity.changed', { field: t(`tasks.fieldNames.${field}`), ...changeOf(field, event) })
  }
  const sentences: Record<string, (event: Event) => string> = {
    'task.moved': event => {
      const { before, after } = changeOf('columnId', event)
      const isWithin = event.before.columnId === event.after.columnId
      return isWithin
        ? t('tasks.activity.reordered', { column: after })
        : t('tasks.activity.moved', { before, after })
    },
    'task.assigned': event => {
      const { before, after } = changeOf('assigneeId', event)
      const isTaken = event.after.assigneeId === null
      return isTaken ? t('tasks.activity.unassigned', { before }) : t('tasks.activity.assigned', { after })
    },
    'task.updated': event =>
      (Object.keys(event.after) as (keyof TaskFields)[]).map(field => editOf(field, event)).join('; '),
    'comment.created': ({ after }) =>
      t('tasks.activity.commented', { text: toReadable(String(after.excerpt ?? ''), members) }),
    'checklist.updated': ({ before, after }) => {
      const titles = { before: String(before.title), after: String(after.title) }
      if (after.isDone && !before.isDone) return t('tasks.activity.itemDone', titles)
      if (before.isDone && !after.isDone) return t('tasks.activity.itemOpen', titles)
      const isRenamed = before.title !== after.title
      return t(isRenamed ? 'tasks.activity.itemRenamed' : 'tasks.activity.itemMoved', titles)
    },
  }

  return (event: Event) => {
    const { type, before, after } = event
    const sentence = sentences[type]
    if (sentence) return sentence(event)
    const key = simple.find(other => other === type.replace('.', '_'))
    if (!key) return t('tasks.activity.other')
    const name = String(after.name ?? before.name ?? after.title ?? before.title ?? '')
    return t(`tasks.activity.types.${key}`, { name })
  }
}
