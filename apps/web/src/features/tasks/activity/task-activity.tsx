import type { ActivityType } from '@atrium/tasks/events.contract'
import type { Activity } from '@atrium/tasks/projects/activity.contract'
import { taskKey } from '@atrium/tasks/projects/project-key.contract'
import type { RelationType } from '@atrium/tasks/tasks/relations/relation.contract'
import { listTaskActivity, type Task } from '@atrium/tasks/tasks/task.contract'
import { ErrorState, LoadingSkeleton } from '@atrium/ui/feedback/states'
import { fullName } from '@atrium/ui/format'
import { PersonAvatar } from '@atrium/ui/person-avatar'
import { Avatar, Button, Stack, Text } from '@mantine/core'
import { infiniteQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { assigneeChanges } from '../../../data/people/assignees.ts'
import { membersQuery, projectQuery } from '../../../data/projects/projects.ts'
import classes from '../comments/comments.module.css'
import { toReadable } from '../markdown/mentions.ts'
import { MomentText } from '../words/moment-text.tsx'
import { useCustomFieldWords, useTaskWords } from '../words/task-words.ts'

/** Who did what and when. */
export function TaskActivity({ task }: { task: Task }) {
  const { t } = useTranslation()
  const { data, error, isPending, refetch, ...more } = useInfiniteQuery(taskActivityQuery(task.id))
  const sentenceOf = useActivitySentences(task)
  const events = data?.pages.flatMap(({ items }) => items.filter(({ type }) => !quiet.includes(type))) ?? []
  if (isPending) return <LoadingSkeleton h={120} />
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
  return (
    <Stack gap="sm">
      <ol className={classes.list} aria-label={t('tasks.activity.title')}>
        {events.map(({ id, actor, createdAt, application, ...event }) => {
          const name = actor ? fullName(actor) : t('tasks.activity.nobody')
          return (
            <li key={id} className={classes.comment}>
              {actor ? <PersonAvatar person={actor} size={24} /> : <Avatar size={24} alt="" aria-hidden />}
              <Text size="sm">
                <Text span inherit fw={600}>
                  {name}
                </Text>{' '}
                {sentenceOf(event)}{' '}
                <Text span size="xs" c="dimmed">
                  {application && `${t('tasks.activity.via', { application })} · `}
                  <MomentText value={createdAt} />
                </Text>
              </Text>
            </li>
          )
        })}
      </ol>
      {more.hasNextPage && (
        <Button
          variant="subtle"
          size="compact-sm"
          loading={more.isFetchingNextPage}
          onClick={() => more.fetchNextPage()}
        >
          {t('tasks.activity.more')}
        </Button>
      )}
    </Stack>
  )
}

const eventsPerPage = 30
/** Recorded for open screens, but not worth an entry. */
const quiet: ActivityType[] = [
  'task.watched',
  'task.unwatched',
  'reaction.added',
  'reaction.removed',
  'vote.added',
  'vote.removed',
]

/** Newest first. */
function taskActivityQuery(taskId: number) {
  return infiniteQueryOptions({
    queryKey: ['task', taskId, 'activity'],
    queryFn: ({ pageParam, signal }) =>
      api(listTaskActivity, {
        params: { id: taskId },
        query: { page: pageParam, limit: eventsPerPage },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ _meta: { page, pages } }) => (page < pages ? page + 1 : undefined),
  })
}

type Recorded<Type extends ActivityType = ActivityType> = {
  [One in Type]: Pick<Activity<One>, 'type' | 'before' | 'after'>
}[Type]

const editedFields = [
  'title',
  'description',
  'priorityId',
  'startDate',
  'dueDate',
  'estimateSeconds',
  'cycleId',
] as const

/** Events whose sentence needs only the name of their subject. */
const simple = [
  'task_moved_out',
  'task_deleted',
  'task_restored',
  'task_unblocked',
  'comment_updated',
  'comment_deleted',
  'recurrence_set',
  'recurrence_removed',
  'time_started',
  'time_stopped',
  'time_updated',
  'time_deleted',
  'sticker_attached',
  'sticker_detached',
  'link_added',
  'link_updated',
  'attachment_created',
  'attachment_deleted',
  'checklist_created',
  'checklist_deleted',
] as const

/** What happened, as a sentence after the name of the actor. */
function useActivitySentences(task: Task) {
  const { t } = useTranslation()
  const wordsFor = useTaskWords(task)
  const { wordsThen } = useCustomFieldWords(task)
  const { data: members = [] } = useQuery(membersQuery(task.projectId))
  const { data: project } = useQuery(projectQuery(task.projectId))

  const changeOf = (field: string, before: unknown, after: unknown) => ({
    before: wordsFor(field, before),
    after: wordsFor(field, after),
  })
  const editOf = (field: (typeof editedFields)[number], { before, after }: Recorded<'task.updated'>) => {
    if (field === 'description') return t('tasks.activity.description')
    const change = changeOf(field, before[field], after[field])
    return t('tasks.activity.changed', { field: t(`tasks.fieldNames.${field}`), ...change })
  }
  /** Unnamed if it is in another project. */
  const otherTask = ({ number }: { number?: number }) =>
    number === undefined ? t('projects.activity.otherTask') : taskKey(number, project?.key)
  const customEditsOf = ({ before, after }: Recorded<'task.updated'>) =>
    Object.entries(after.fields ?? {}).map(([id, { name, fieldType, value, label }]) => {
      const was = before.fields?.[id]
      return t('tasks.activity.changed', {
        field: t('tasks.activity.quoted', { name }),
        before: wordsThen(fieldType, was?.value ?? null, was?.label),
        after: wordsThen(fieldType, value, label),
      })
    })
  const archivalOf = ({ after }: Recorded<'task.updated'>) =>
    after.archivedAt === undefined
      ? []
      : [t(after.archivedAt ? 'tasks.activity.archived' : 'tasks.activity.unarchived')]
  const coverOf = ({ after }: Recorded<'task.updated'>) =>
    after.coverId === undefined
      ? []
      : [t(after.coverId ? 'tasks.activity.coverSet' : 'tasks.activity.coverRemoved')]
  const sentences: { [Type in ActivityType]?: (activity: Recorded<Type>) => string } = {
    'task.created': ({ after: { copyOf, repeatOf } }) => {
      if (repeatOf) return t('tasks.activity.repeated', { original: taskKey(repeatOf, project?.key) })
      return copyOf
        ? t('tasks.activity.copied', { original: taskKey(copyOf, project?.key) })
        : t('tasks.activity.types.task_created')
    },
    'recurrence.skipped': ({ after }) =>
      t('tasks.activity.skipped', { date: wordsFor('dueDate', after.date) }),
    'recurrence.unskipped': ({ after }) =>
      t('tasks.activity.unskipped', { date: wordsFor('dueDate', after.date) }),
    'task.moved': ({ before: { columnId: left }, after: { columnId } }) => {
      const { before, after } = changeOf('columnId', left, columnId)
      return left === columnId
        ? t('tasks.activity.reordered', { column: after })
        : t('tasks.activity.moved', { before, after })
    },
    'task.assigned': activity => {
      const { added, removed } = assigneeChanges(activity)
      const named = (ids: number[]) => ids.map(id => wordsFor('assigneeId', id)).join(', ')
      if (added.length > 0) return t('tasks.activity.assigned', { after: named(added) })
      if (removed.length > 0) return t('tasks.activity.unassigned', { before: named(removed) })
      return t('tasks.activity.responsible', { after: wordsFor('assigneeId', activity.after.assigneeId) })
    },
    'task.parent_changed': ({ after: { parentNumber } }) =>
      parentNumber === null
        ? t('tasks.activity.parentRemoved')
        : t('tasks.activity.parentChanged', { parent: taskKey(parentNumber, project?.key) }),
    'relation.added': ({ after }) =>
      t(`tasks.activity.related.${after.kind as RelationType}`, { other: otherTask(after) }),
    'relation.removed': ({ before }) => t('tasks.activity.relationRemoved', { other: otherTask(before) }),
    'task.updated': activity =>
      [
        ...editedFields.filter(field => field in activity.after).map(field => editOf(field, activity)),
        ...customEditsOf(activity),
        ...archivalOf(activity),
        ...coverOf(activity),
      ].join('; '),
    'task.moved_in': ({ after: { lostFields = [] } }) =>
      lostFields.length > 0
        ? t('tasks.activity.movedInWithout', { fields: lostFields.join(', ') })
        : t('tasks.activity.types.task_moved_in'),
    'comment.created': ({ after }) =>
      t(after.replyToId ? 'tasks.activity.replied' : 'tasks.activity.commented', {
        text: toReadable(after.excerpt, members),
      }),
    'checklist.updated': ({ before, after }) => {
      const titles = { before: before.title, after: after.title }
      if (after.isDone && !before.isDone) return t('tasks.activity.itemDone', titles)
      if (before.isDone && !after.isDone) return t('tasks.activity.itemOpen', titles)
      const isRenamed = before.title !== after.title
      return t(isRenamed ? 'tasks.activity.itemRenamed' : 'tasks.activity.itemMoved', titles)
    },
  }

  return (activity: Recorded) => {
    const sentence = sentences[activity.type]
    // Each entry of the table takes the activity of its own type.
    if (sentence) return sentence(activity as never)
    const key = simple.find(other => other === activity.type.replace('.', '_'))
    return key ? t(`tasks.activity.types.${key}`, { name: nameOf(activity) }) : t('tasks.activity.other')
  }
}

/** The name or title of the subject. */
function nameOf({ before, after }: Recorded): string {
  for (const values of [after, before]) {
    if ('name' in values && typeof values.name === 'string') return values.name
    if ('title' in values && typeof values.title === 'string') return values.title
  }
  return ''
}
