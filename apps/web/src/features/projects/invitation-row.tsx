import type { Invitation } from '@atrium/tasks/projects/invitation.contract'
import { DateText } from '@atrium/ui/date-text'
import { IconMail } from '@atrium/ui/icons'
import { Avatar, Badge, Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './member-row.module.css'

interface InvitationRowProps {
  invitation: Invitation
  isBusy: boolean
  onAgain: () => void
  onRevoke: () => void
}

export function InvitationRow({ invitation, isBusy, onAgain, onRevoke }: InvitationRowProps) {
  const { t } = useTranslation()
  const { email, role, status, expiresAt } = invitation
  const isPending = status === 'pending'
  return (
    <li className={classes.row}>
      <div className={classes.who}>
        <Avatar alt="" aria-hidden="true">
          <IconMail size={18} stroke={1.75} />
        </Avatar>
        <div style={{ minWidth: 0 }}>
          <Text fw={600} truncate>
            {email}
          </Text>
          <Text size="sm" c="dimmed">
            {t(`projects.roles.${role}`)} · {t(`projects.invitations.${isPending ? 'until' : 'since'}`)}{' '}
            <DateText value={expiresAt} />
          </Text>
        </div>
      </div>
      <Badge color={isPending ? 'cobalt' : 'gray'}>{t(`projects.invitations.status.${status}`)}</Badge>
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="default"
          disabled={isBusy}
          onClick={onAgain}
          aria-label={t('projects.invitations.againFor', { email })}
        >
          {t('projects.invitations.again')}
        </Button>
        {isPending && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            disabled={isBusy}
            onClick={onRevoke}
            aria-label={t('projects.invitations.revokeFor', { email })}
          >
            {t('projects.invitations.revoke')}
          </Button>
        )}
      </Group>
    </li>
  )
}
