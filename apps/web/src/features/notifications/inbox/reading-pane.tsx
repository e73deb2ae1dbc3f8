import { IconButton } from '@atrium/ui/icon-button'
import { IconArrowLeft, IconMessageCircle } from '@atrium/ui/icons'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { GroupActions, type GroupActionsProps } from './group-actions.tsx'
import classes from './inbox.module.css'
import type { InboxGroup } from './inbox.queries.ts'
import { useGroupWords } from './inbox-words.ts'
import { AcceptInvitation, NotificationIcon, WhenText } from './notification-parts.tsx'
import { notificationTarget } from './notification-target.ts'

interface ReadingPaneProps {
  /** Undefined when the list does not contain it any more; the task can still be read. */
  group: InboxGroup | undefined
  timeZone: string
  /** Absent next to the list. */
  onBack: (() => void) | undefined
  onReply: () => void
  actions: Omit<GroupActionsProps, 'group' | 'timeZone'>
  /** The task that the group is about. */
  task: ReactNode
}

/** What happened, and below it the task. */
export function ReadingPane({ group, timeZone, onBack, onReply, actions, task }: ReadingPaneProps) {
  const { t } = useTranslation()
  return (
    <section className={classes.pane} aria-label={t('notifications.inbox.reading')} data-reading-pane>
      <Group justify="space-between" wrap="nowrap" className={classes.bar}>
        {onBack ? (
          <IconButton
            icon={IconArrowLeft}
            iconSize={20}
            size={36}
            label={t('notifications.inbox.back')}
            onClick={onBack}
          />
        ) : (
          <Text size="sm" fw={600} truncate>
            {t('notifications.inbox.updates', { count: group?.count ?? 0 })}
          </Text>
        )}
        <Group gap={4} wrap="nowrap">
          {task && (
            <Button
              variant="subtle"
              color="gray"
              size="compact-md"
              leftSection={<IconMessageCircle size={18} stroke={1.75} />}
              onClick={onReply}
            >
              {t('notifications.inbox.reply')}
            </Button>
          )}
          {group && <GroupActions group={group} timeZone={timeZone} {...actions} />}
        </Group>
      </Group>
      {group && task && <Updates group={group} timeZone={timeZone} />}
      {group && !task && <Message group={group} timeZone={timeZone} />}
      {task}
    </section>
  )
}

/** Sentences of the newest notifications of the group. */
function Updates({ group: { newest, earlier }, timeZone }: { group: InboxGroup; timeZone: string }) {
  return (
    <ul className={classes.updates}>
      {[newest, ...earlier].map(({ id, subject, createdAt }) => (
        <li key={id}>
          <span>{subject}</span>{' '}
          <Text span size="xs" c="dimmed">
            <WhenText instant={createdAt} timeZone={timeZone} />
          </Text>
        </li>
      ))}
    </ul>
  )
}

/** A notification that is not about a task. */
function Message({ group, timeZone }: { group: InboxGroup; timeZone: string }) {
  const { t } = useTranslation()
  const { titleOf } = useGroupWords()
  const { newest } = group
  const target = notificationTarget({ ...newest.context, taskId: null })
  return (
    <Group align="flex-start" wrap="nowrap" p="lg">
      <NotificationIcon notification={newest} />
      <Stack gap="xs" align="flex-start">
        <Title order={2} size="h4">
          {titleOf(group)}
        </Title>
        <Text>{newest.body}</Text>
        {newest.type === 'invitation.created' && (
          <AcceptInvitation invitationId={newest.context.invitationId} onAccepted={() => {}} />
        )}
        {target && (
          <Button renderRoot={props => <Link {...target} {...props} />} variant="default">
            {t('notifications.open')}
          </Button>
        )}
        <Text size="xs" c="dimmed">
          <WhenText instant={newest.createdAt} timeZone={timeZone} />
        </Text>
      </Stack>
    </Group>
  )
}
