import type { CurrentUser } from '@atrium/tasks/administration/user.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { ErrorState, LoadingSkeleton } from '@atrium/ui/feedback/states'
import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { membersQuery } from '../../data/projects.ts'
import { commentsQuery, inOrder, useCommentsOnTheWay } from './comment.queries.ts'
import { CommentEntry } from './comment-entry.tsx'
import { CommentFrame } from './comment-frame.tsx'
import classes from './comments.module.css'
import { LazyMarkdown } from './lazy-markdown.tsx'
import { NewComment } from './new-comment.tsx'

interface CommentsProps {
  task: Task
  user: CurrentUser
  mayEdit: boolean
  mayManage: boolean
}

export function Comments({ task, user, mayEdit, mayManage }: CommentsProps) {
  const { t } = useTranslation()
  const { data, error, isPending, refetch, ...more } = useInfiniteQuery(commentsQuery(task.id))
  const { data: members = [] } = useQuery(membersQuery(task.projectId))
  const onTheWay = useCommentsOnTheWay(task.id)
  const comments = data ? inOrder(data) : []
  return (
    <Stack gap="md">
      {isPending && <CommentsSkeleton />}
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {more.hasNextPage && (
        <Button
          variant="subtle"
          size="compact-sm"
          loading={more.isFetchingNextPage}
          onClick={() => more.fetchNextPage()}
        >
          {t('tasks.comments.earlier')}
        </Button>
      )}
      {data && comments.length + onTheWay.length === 0 && (
        <Text size="sm" c="dimmed">
          {t(mayEdit ? 'tasks.comments.emptyButWrite' : 'tasks.comments.empty')}
        </Text>
      )}
      <ol className={classes.list} aria-label={t('tasks.comments.title')}>
        {comments.map(comment => (
          <CommentEntry
            key={comment.id}
            comment={comment}
            members={members}
            mayEdit={mayEdit && comment.authorId === user.id}
            mayDelete={mayEdit && (comment.authorId === user.id || mayManage)}
          />
        ))}
        {onTheWay.map(({ text, at }) => (
          <CommentFrame key={at} author={user} note={t('tasks.comments.sending')} isFaint>
            <LazyMarkdown text={text} members={members} />
          </CommentFrame>
        ))}
      </ol>
      {mayEdit && <NewComment taskId={task.id} members={members} />}
    </Stack>
  )
}

function CommentsSkeleton() {
  return (
    <LoadingSkeleton>
      <Stack>
        <Skeleton h={52} />
        <Skeleton h={52} />
      </Stack>
    </LoadingSkeleton>
  )
}
