import { taskKey } from '@atrium/tasks/projects/project-key.contract'
import { EmptyState, ErrorState, LoadingSkeleton } from '@atrium/ui/feedback/states'
import { IconButton } from '@atrium/ui/icon-button'
import { IconBell, IconCheck } from '@atrium/ui/icons'
import { Badge, Box, Button, Divider, Group, ScrollArea, Skeleton, Text, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { unreadCountQuery, useReadAllNotifications } from '../../../data/account/notifications.ts'
import { useTimeZone } from '../../../data/account/user-settings.ts'
import { type InboxGroup, keyOf, newestGroupsQuery, useInboxActions, useReadGroup } from './inbox.queries.ts'
import { useGroupWords } from './inbox-words.ts'
import classes from './newest-groups.module.css'
import { AcceptInvitation, NotificationIcon, WhenText } from './notification-parts.tsx'
import { notificationTarget } from './notification-target.ts'

/** The top of the inbox: one entry per task. */
export function NewestGroups({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation()
  const { data: newest, error, isFetching, refetch } = useQuery(newestGroupsQuery)
  const { data: unread = 0 } = useQuery(unreadCountQuery)
  const readAll = useReadAllNotifications()
  return (
    <>
      <Group justify="space-between" px="md" py="xs" mih={48}>
        <Text fw={650}>{t('notifications.title')}</Text>
        {unread > 0 && (
          <Button
            variant="subtle"
            size="compact-sm"
            loading={readAll.isPending}
            onClick={() => readAll.mutate(undefined)}
          >
            {t('notifications.markAllRead')}
          </Button>
        )}
      </Group>
      <Divider />
      <ScrollArea.Autosize mah="min(28rem, calc(100vh - 12rem))">
        {!newest && !error && <NewestSkeleton />}
        {!newest && error && <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />}
        {newest?.length === 0 && (
          <EmptyState
            icon={IconBell}
            title={t('notifications.empty.title')}
            text={t('notifications.empty.text')}
          />
        )}
        <ul className={classes.list}>
          {newest?.map(group => (
            <Entry key={keyOf(group)} group={group} onLeave={onLeave} />
          ))}
        </ul>
      </ScrollArea.Autosize>
      <Divider />
      <Button component={Link} to="/inbox" variant="subtle" fullWidth h={44} radius={0} onClick={onLeave}>
        {t('notifications.inbox.openInbox')}
      </Button>
    </>
  )
}

function Entry({ group, onLeave }: { group: InboxGroup; onLeave: () => void }) {
  const { t } = useTranslation()
  const { timeZone = 'UTC' } = useTimeZone()
  const { titleOf, whatHappened } = useGroupWords()
  const { mutate: read } = useReadGroup()
  const { finish } = useInboxActions()
  const { id, task, newest, count, unread } = group
  const target = notificationTarget(newest.context)
  const isUnread = unread > 0
  const open = () => {
    if (isUnread) read(id)
    onLeave()
  }
  const name = (
    <>
      {task && <span className={classes.key}>{taskKey(task.number, task.projectKey)}</span>}{' '}
      {task?.title ?? newest.subject}
    </>
  )
  return (
    <li className={classes.item} data-unread={isUnread || undefined}>
      <NotificationIcon notification={newest} />
      <div className={classes.words}>
        {target ? (
          <Link {...target} className={classes.subject} onClick={open}>
            {name}
          </Link>
        ) : (
          <span className={classes.subject}>{name}</span>
        )}
        {isUnread && <VisuallyHidden>{t('notifications.unreadMark')}</VisuallyHidden>}
        <Text size="sm" c="dimmed" lineClamp={2}>
          {whatHappened(group)}
        </Text>
        {newest.type === 'invitation.created' && (
          <AcceptInvitation invitationId={newest.context.invitationId} onAccepted={open} />
        )}
        <Group gap={6}>
          <Text size="xs" c="dimmed">
            <WhenText instant={newest.createdAt} timeZone={timeZone} />
          </Text>
          {count > 1 && (
            <Badge
              size="sm"
              variant={isUnread ? 'filled' : 'light'}
              color={isUnread ? undefined : 'gray'}
              role="img"
              aria-label={t('notifications.inbox.count', { count })}
            >
              {count}
            </Badge>
          )}
        </Group>
      </div>
      <IconButton
        icon={IconCheck}
        className={classes.done}
        tooltip={t('notifications.inbox.finish')}
        label={`${t('notifications.inbox.finish')}: ${titleOf(group)}`}
        onClick={() => finish(group, t('notifications.inbox.finished', { title: titleOf(group) }))}
      />
    </li>
  )
}

function NewestSkeleton() {
  return (
    <LoadingSkeleton>
      <Box p="md">
        <Skeleton h={36} mb="sm" />
        <Skeleton h={36} />
      </Box>
    </LoadingSkeleton>
  )
}
