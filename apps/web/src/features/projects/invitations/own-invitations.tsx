import { hasStatus } from '@atrium/client/api-error'
import type { OwnInvitation } from '@atrium/tasks/projects/invitation.contract'
import { fullName } from '@atrium/ui/format'
import { IconMail } from '@atrium/ui/icons'
import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { currentUserQuery } from '../../../data/current-user.ts'
import { ownInvitationsQuery, useAcceptOwnInvitation } from '../invitation.queries.ts'

/** The user's pending invitations, if there are any. */
export function OwnInvitations() {
  const { data: invitations = [] } = useQuery(ownInvitationsQuery)
  if (invitations.length === 0) return null
  return (
    <Stack gap="sm" mb="lg">
      {invitations.map(invitation => (
        <InvitationAlert key={invitation.id} invitation={invitation} />
      ))}
    </Stack>
  )
}

function InvitationAlert({ invitation: { id, project, inviter, role } }: { invitation: OwnInvitation }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data: user } = useQuery(currentUserQuery)
  const { mutate, isPending, error } = useAcceptOwnInvitation()
  const accept = () =>
    mutate(id, {
      onSuccess: ({ id: projectId }) => void navigate({ to: '/project/$projectId', params: { projectId } }),
    })
  const isUnconfirmed = hasStatus(error, 403) && error.details.reason === 'email_not_confirmed'
  return (
    <Alert
      icon={<IconMail stroke={1.75} />}
      title={t('projects.ownInvitations.title', { project: project.name })}
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          {t('projects.ownInvitations.text', {
            inviter: inviter ? fullName({ ...inviter, email: null }) : t('projects.ownInvitations.someone'),
            role: t(`projects.roles.${role}`),
          })}
        </Text>
        <Button size="xs" loading={isPending} onClick={accept}>
          {t('projects.invitation.accept')}
        </Button>
      </Group>
      {isUnconfirmed && (
        <Text size="sm" mt="xs">
          {t('projects.ownInvitations.unconfirmed')}{' '}
          <Anchor href={user?.accountUrl} inherit>
            {t('projects.ownInvitations.toAccount')}
          </Anchor>
        </Text>
      )}
    </Alert>
  )
}
