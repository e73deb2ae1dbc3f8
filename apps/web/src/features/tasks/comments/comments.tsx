import type { CurrentUser, UserSummary } from '@atrium/tasks/administration/user.contract'
import type { Member } from '@atrium/tasks/projects/member.contract'
import type { Comment } from '@atrium/tasks/tasks/comments/comment.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { ConfirmDialog } from '@atrium/ui/dialogs/confirm-dialog'
import { ErrorState, LoadingSkeleton } from '@atrium/ui/feedback/states'
import { fullName } from '@atrium/ui/format'
import { IconButton } from '@atrium/ui/icon-button'
import { IconCornerDownRight, IconDots, IconPencil, IconTrash } from '@atrium/ui/icons'
import { MenuItem } from '@atrium/ui/menu-item'
import { PersonAvatar } from '@atrium/ui/person-avatar'
import { Button, Group, Menu, Skeleton, Stack, Text } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notifyOfRefusedChange } from '../../../data/changes/change-task.ts'
import { membersQuery } from '../../../data/projects/projects.ts'
import { LazyMarkdown } from '../markdown/lazy-markdown.tsx'
import { withTask } from '../markdown/task-list.ts'
import { WhoWrites } from '../presence/present-people.tsx'
import { useDraft } from '../saving/draft.ts'
import { MomentText } from '../words/moment-text.tsx'
import {
  commentsQuery,
  inOrder,
  useCommentsBeingSent,
  useDeleteComment,
  useEditComment,
  useSendComment,
} from './comment.queries.ts'
import { CommentEditor } from './comment-editor.tsx'
import classes from './comments.module.css'
import { Reactions } from './reactions.tsx'
import { type Thread, threadsOf } from './threads.ts'

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
  const beingSent = useCommentsBeingSent(task.id)
  const threads = data ? threadsOf(inOrder(data)) : []
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
      {data && threads.length + beingSent.length === 0 && (
        <Text size="sm" c="dimmed">
          {t(mayEdit ? 'tasks.comments.emptyButWrite' : 'tasks.comments.empty')}
        </Text>
      )}
      <ol className={classes.list} aria-label={t('tasks.comments.title')}>
        {threads.map(thread => (
          <ThreadEntry
            key={thread.id}
            thread={thread}
            beingSent={beingSent.filter(({ replyToId }) => replyToId === thread.id)}
            {...{ taskId: task.id, user, members, mayEdit, mayManage }}
          />
        ))}
        {beingSent
          .filter(({ replyToId }) => !threads.some(({ id }) => id === replyToId))
          .map(({ text, at }) => (
            <li key={at}>
              <CommentFrame author={user} note={t('tasks.comments.sending')} isPending>
                <LazyMarkdown text={text} members={members} />
              </CommentFrame>
            </li>
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

interface ThreadEntryProps {
  taskId: number
  thread: Thread
  /** Replies that the server does not have yet. */
  beingSent: { text: string; at: number }[]
  user: CurrentUser
  members: Member[]
  mayEdit: boolean
  mayManage: boolean
}

/** A comment and the replies to it. */
function ThreadEntry({ taskId, thread, beingSent, user, members, mayEdit, mayManage }: ThreadEntryProps) {
  const { t } = useTranslation()
  const entryOf = (comment: Comment) => (
    <CommentEntry
      comment={comment}
      members={members}
      user={user}
      mayReact={mayEdit}
      mayEdit={mayEdit && comment.authorId === user.id}
      mayDelete={mayEdit && (comment.authorId === user.id || mayManage)}
    />
  )
  const { id, first, replies } = thread
  const hasReplies = replies.length + beingSent.length > 0
  return (
    <li>
      {first ? (
        entryOf(first)
      ) : (
        <Text size="sm" c="dimmed">
          {t('tasks.comments.repliesToEarlier')}
        </Text>
      )}
      <div className={classes.thread}>
        {hasReplies && (
          <ol className={classes.list} aria-label={t('tasks.comments.replies')}>
            {replies.map(reply => (
              <li key={reply.id}>{entryOf(reply)}</li>
            ))}
            {beingSent.map(({ text, at }) => (
              <li key={at}>
                <CommentFrame author={user} note={t('tasks.comments.sending')} isPending>
                  <LazyMarkdown text={text} members={members} />
                </CommentFrame>
              </li>
            ))}
          </ol>
        )}
        {mayEdit && <NewReply {...{ taskId, members }} replyToId={id} author={first?.author} />}
      </div>
    </li>
  )
}

interface CommentEntryProps {
  comment: Comment
  members: Member[]
  user: CurrentUser
  mayReact: boolean
  mayEdit: boolean
  mayDelete: boolean
}

function CommentEntry({ comment, members, user, mayReact, mayEdit, mayDelete }: CommentEntryProps) {
  const { t } = useTranslation()
  const [isEditing, setIsEditing] = useState(false)
  const [isDeleting, setIsDeleting] = useState(false)
  const edit = useEditComment(comment.taskId)
  const remove = useDeleteComment(comment.taskId)
  const tick = useCallbackRef((line: number, isChecked: boolean) => {
    const text = withTask(comment.text, line, isChecked)
    if (text !== undefined) edit(comment.id, text).answer.catch(notifyOfRefusedChange)
  })

  const menu = (mayEdit || mayDelete) && !isEditing && (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton icon={IconDots} label={t('tasks.comments.menu')} size="sm" />
      </Menu.Target>
      <Menu.Dropdown>
        {mayEdit && (
          <MenuItem icon={IconPencil} label={t('actions.edit')} onClick={() => setIsEditing(true)} />
        )}
        {mayDelete && (
          <MenuItem
            icon={IconTrash}
            label={t('actions.delete')}
            isDangerous
            onClick={() => setIsDeleting(true)}
          />
        )}
      </Menu.Dropdown>
    </Menu>
  )
  const note = (
    <>
      <MomentText value={comment.createdAt} />
      {comment.editedAt && ` · ${t('tasks.comments.edited')}`}
    </>
  )
  return (
    <CommentFrame author={comment.author} note={note} menu={menu} isPending={remove.isPending}>
      {isEditing ? (
        <CommentEditor
          subject={`comment.${comment.id}`}
          text={comment.text}
          label={t('tasks.comments.edit')}
          members={members}
          submitLabel={t('actions.save')}
          onSubmit={text => edit(comment.id, text)}
          onLeave={() => setIsEditing(false)}
        />
      ) : (
        <LazyMarkdown text={comment.text} members={members} onTick={mayEdit ? tick : undefined} />
      )}
      {!isEditing && <Reactions comment={comment} user={user} mayReact={mayReact} />}
      <ConfirmDialog
        title={t('tasks.comments.deleteTitle')}
        text={t('tasks.comments.deleteText')}
        action={t('actions.delete')}
        isOpen={isDeleting}
        onClose={() => setIsDeleting(false)}
        onConfirm={() => {
          setIsDeleting(false)
          remove.mutate(comment.id)
        }}
      />
    </CommentFrame>
  )
}

interface CommentFrameProps {
  author: UserSummary
  /** When it was written, or that it is being sent. */
  note: ReactNode
  menu?: ReactNode
  isPending?: boolean
  children: ReactNode
}

function CommentFrame({ author, note, menu, isPending = false, children }: CommentFrameProps) {
  const name = fullName(author)
  return (
    <div className={classes.comment} data-pending={isPending || undefined}>
      <PersonAvatar person={author} size={32} />
      <div>
        <Group gap="xs" justify="space-between" wrap="nowrap" mih={26}>
          <Text size="sm" truncate>
            <Text span inherit fw={600}>
              {name}
            </Text>{' '}
            <Text span size="xs" c="dimmed">
              {note}
            </Text>
          </Text>
          {menu}
        </Group>
        {children}
      </div>
    </div>
  )
}

interface NewReplyProps {
  taskId: number
  replyToId: number
  author: UserSummary | undefined
  members: Member[]
}

/** The field opens on request, or with what was written before a reload. */
function NewReply({ taskId, replyToId, author, members }: NewReplyProps) {
  const { t } = useTranslation()
  const send = useSendComment(taskId)
  const subject = `comment-reply.${replyToId}`
  const { draft } = useDraft(subject)
  const [isWriting, setIsWriting] = useState(draft !== undefined)
  const [hasWritten, setHasWritten] = useState(false)
  const label = author ? t('tasks.comments.replyTo', { name: fullName(author) }) : t('tasks.comments.reply')
  if (!isWriting) {
    return (
      <Button
        className={classes.reply}
        variant="subtle"
        color="gray"
        size="compact-sm"
        leftSection={<IconCornerDownRight size={16} />}
        aria-label={label}
        autoFocus={hasWritten}
        onClick={() => setIsWriting(true)}
      >
        {t('tasks.comments.reply')}
      </Button>
    )
  }
  return (
    <CommentEditor
      subject={subject}
      label={label}
      members={members}
      submitLabel={t('tasks.comments.reply')}
      onSubmit={text => send(text, replyToId)}
      onLeave={() => {
        setHasWritten(true)
        setIsWriting(false)
      }}
    />
  )
}

function NewComment({ taskId, members }: { taskId: number; members: Member[] }) {
  const { t } = useTranslation()
  const send = useSendComment(taskId)
  return (
    <div data-new-comment>
      <WhoWrites activity="commenting" />
      <CommentEditor
        subject={`task-comment.${taskId}`}
        label={t('tasks.comments.write')}
        members={members}
        submitLabel={t('tasks.comments.send')}
        onSubmit={send}
      />
    </div>
  )
}
