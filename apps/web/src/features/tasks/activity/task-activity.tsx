import { listTaskActivity, type Task } from '@atrium/tasks/tasks/task.contract'
import { ErrorState, LoadingSkeleton } from '@atrium/ui/feedback/states'
import { fullName } from '@atrium/ui/format'
import { Avatar, Button, Skeleton, Stack, Text } from '@mantine/core'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import classes from '../comments/comments.module.css'
import { MomentText } from '../moment-text.tsx'
import { useActivitySentences } from './activity-sentences.ts'

/** Who did what and when. */
export function TaskActivity({ task }: { task: Task }) {
  const { t } = useTranslation()
  const { data, error, isPending, refetch, ...more } = useInfiniteQuery(taskActivityQuery(task.id))
  const sentenceOf = useActivitySentences(task)
  const events = data?.pages.flatMap(({ items }) => items) ?? []
  if (isPending) {
    return (
      <LoadingSkeleton>
        <Skeleton h={120} />
      </LoadingSkeleton>
    )
  }
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
  return (
    <Stack gap="sm">
      <ol className={classes.list} aria-label={t('tasks.activity.title')}>
        {events.map(({ id, actor, createdAt, ...event }) => {
          const name = actor ? fullName({ ...actor, email: null }) : t('tasks.activity.nobody')
          return (
            <li key={id} className={classes.comment}>
              <Avatar src={actor?.avatarUrl} name={name} color="initials" size={24} alt="" />
              <Text size="sm">
                <Text span inherit fw={600}>
                  {name}
                </Text>{' '}
                {sentenceOf(event)}{' '}
                <Text span size="xs" c="dimmed">
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
