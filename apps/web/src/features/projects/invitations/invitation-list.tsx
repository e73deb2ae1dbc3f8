import { hasStatus } from '@atrium/client/api-error'
import type { Invitation, NewlyInvited } from '@atrium/tasks/projects/invitation.contract'
import { CopyButton } from '@atrium/ui/copy-button'
import { ConfirmDialog } from '@atrium/ui/dialogs/confirm-dialog'
import { Dialog } from '@atrium/ui/dialogs/dialog'
import { notifyOfRefusal } from '@atrium/ui/feedback/notifications'
import { IconCheck, IconCopy, IconMail } from '@atrium/ui/icons'
import { DateText } from '@atrium/ui/time-text'
import { Alert, Avatar, Badge, Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useInvite, useRevokeInvitations } from '../invitation.queries.ts'
import classes from '../row.module.css'

interface InvitationListProps {
  projectId: number
  invitations: Invitation[]
}

export function InvitationList({ projectId, invitations }: InvitationListProps) {
  const { t } = useTranslation()
  const revocation = useRevokeInvitations(projectId)
  const again = useInvite(projectId, t('projects.people.add.already'))
  const inviteAgain = ({ email, role, isGuest }: Invitation) =>
    again.mutate(
      { email, role, isGuest },
      { onError: error => hasStatus(error, 422) && notifyOfRefusal(error) },
    )
  const [isRevokingAll, setIsRevokingAll] = useState(false)
  const open = invitations.filter(({ status }) => status === 'pending' || status === 'expired')
  if (open.length === 0 && !again.data) return null
  const pending = open.filter(({ status }) => status === 'pending')
  const closeQuestion = () => setIsRevokingAll(false)
  return (
    <Stack component="section" gap="sm" aria-labelledby="invitations">
      <Group justify="space-between">
        <Title order={2} size="h3" id="invitations">
          {t('projects.invitations.title')}
        </Title>
        {pending.length > 1 && (
          <Button size="compact-sm" variant="subtle" color="red" onClick={() => setIsRevokingAll(true)}>
            {t('projects.invitations.revokeAll')}
          </Button>
        )}
      </Group>
      <Card padding={0}>
        <Stack component="ul" gap={0} m={0} p={0} style={{ listStyle: 'none' }}>
          {open.map(invitation => (
            <InvitationRow
              key={invitation.id}
              invitation={invitation}
              isBusy={again.isPending || revocation.isPending}
              onAgain={() => inviteAgain(invitation)}
              onRevoke={() => revocation.mutate(invitation.id)}
            />
          ))}
        </Stack>
      </Card>
      <ConfirmDialog
        title={t('projects.invitations.revokeAll')}
        text={t('projects.invitations.revokeAllText', { count: pending.length })}
        action={t('projects.invitations.revoke')}
        isOpen={isRevokingAll}
        isPending={revocation.isPending}
        onConfirm={() => revocation.mutate(undefined, { onSettled: closeQuestion })}
        onClose={closeQuestion}
      />
      <NewLinkDialog invitation={again.data} onClose={again.reset} />
    </Stack>
  )
}

function NewLinkDialog({ invitation, onClose }: { invitation?: NewlyInvited; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('projects.invitations.newLink')} isOpen={invitation !== undefined} onClose={onClose}>
      {invitation && <InvitationLink invitation={invitation} onClose={onClose} />}
    </Dialog>
  )
}

interface InvitationRowProps {
  invitation: Invitation
  isBusy: boolean
  onAgain: () => void
  onRevoke: () => void
}

function InvitationRow({ invitation, isBusy, onAgain, onRevoke }: InvitationRowProps) {
  const { t } = useTranslation()
  const { email, role, isGuest, status, expiresAt } = invitation
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
            {t(`projects.roles.${role}`)} · {isGuest && `${t('projects.people.guest')} · `}
            {t(`projects.invitations.${isPending ? 'until' : 'since'}`)} <DateText value={expiresAt} />
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

interface InvitationLinkProps {
  invitation: NewlyInvited
  /** Invites another person. */
  onAgain?: () => void
  onClose: () => void
}

/** The link is shown only once: the server stores only its digest. */
export function InvitationLink({ invitation, onAgain, onClose }: InvitationLinkProps) {
  const { t } = useTranslation()
  return (
    <Stack>
      <Alert color="teal" role="status" icon={<IconCheck stroke={1.75} />}>
        {t('projects.people.add.mailed', { email: invitation.email })}
      </Alert>
      <Group align="flex-end" gap="xs">
        <TextInput
          flex="1 1 12rem"
          label={t('projects.people.add.link')}
          value={invitation.link}
          readOnly
          onFocus={event => event.currentTarget.select()}
        />
        <CopyButton value={invitation.link}>
          {({ copied, copy }) => (
            <Button
              variant={copied ? 'light' : 'filled'}
              color={copied ? 'teal' : undefined}
              onClick={copy}
              leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            >
              {t(copied ? 'actions.copied' : 'projects.people.add.copyLink')}
            </Button>
          )}
        </CopyButton>
      </Group>
      <Text size="sm" c="dimmed">
        {t('projects.people.add.linkHint', { email: invitation.email })}
      </Text>
      <Group justify="flex-end" gap="sm">
        {onAgain && (
          <Button variant="default" onClick={onAgain}>
            {t('projects.people.add.another')}
          </Button>
        )}
        <Button variant="light" onClick={onClose}>
          {t('actions.close')}
        </Button>
      </Group>
    </Stack>
  )
}
