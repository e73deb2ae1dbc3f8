import type { Task } from '@atrium/tasks/tasks/task.contract'
import { ErrorState, LoadingSkeleton } from '@atrium/ui/feedback/states'
import { fullName } from '@atrium/ui/format'
import { Avatar, Button, Skeleton, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { taskActivityQuery } from './activity.queries.ts'
import { useActivitySentences } from './activity-sentences.ts'
import classes from './comments.module.css'
import { MomentText } from './moment-text.tsx'

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
