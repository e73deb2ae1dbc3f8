import { taskKey } from '@atrium/tasks/projects/project-key.contract'
import { Badge, Group, Text, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { InboxSearch } from '../../../data/search-params.ts'
import { GroupActions, type GroupActionsProps } from './group-actions.tsx'
import classes from './inbox.module.css'
import { keyOf } from './inbox.queries.ts'
import { useGroupWords } from './inbox-words.ts'
import { AcceptInvitation, NotificationIcon, WhenText } from './notification-parts.tsx'

interface InboxRowProps extends GroupActionsProps {
  isOpen: boolean
  /** What the list shows, which opening a group keeps. */
  search: InboxSearch
}

/** A task, what happened last, and how many notifications there are about it. */
export function InboxRow({ isOpen, search, ...actions }: InboxRowProps) {
  const { t } = useTranslation()
  const { whatHappened } = useGroupWords()
  const { group, timeZone } = actions
  const { task, newest, count, unread, snoozedUntil } = group
  const key = keyOf(group)
  return (
    <li className={classes.row} data-unread={unread > 0 || undefined} data-open={isOpen || undefined}>
      <NotificationIcon notification={newest} />
      <div className={classes.words}>
        <Link
          to="/inbox"
          search={{ ...search, open: key }}
          className={classes.link}
          aria-current={isOpen ? 'true' : undefined}
          data-group={key}
        >
          {task && <span className={classes.key}>{taskKey(task.number, task.projectKey)}</span>}{' '}
          <span data-completed={Boolean(task?.completedAt) || undefined}>
            {task?.title ?? newest.subject}
          </span>
        </Link>
        {unread > 0 && <VisuallyHidden>{t('notifications.unreadMark')}</VisuallyHidden>}
        <Text size="sm" c="dimmed" truncate>
          {whatHappened(group)}
        </Text>
        {newest.type === 'invitation.created' && (
          <div className={classes.invitation}>
            <AcceptInvitation
              invitationId={newest.context.invitationId}
              onAccepted={() => actions.onFinish(group)}
            />
          </div>
        )}
      </div>
      <div className={classes.end}>
        <div className={classes.details}>
          <Text size="xs" c="dimmed">
            <WhenText instant={snoozedUntil ?? newest.createdAt} timeZone={timeZone} />
          </Text>
          {count > 1 && (
            <Badge
              size="sm"
              variant={unread > 0 ? 'filled' : 'light'}
              color={unread > 0 ? undefined : 'gray'}
              role="img"
              aria-label={t('notifications.inbox.count', { count })}
            >
              {count}
            </Badge>
          )}
        </div>
        <Group gap={2} wrap="nowrap" className={classes.actions}>
          <GroupActions {...actions} />
        </Group>
      </div>
    </li>
  )
}
