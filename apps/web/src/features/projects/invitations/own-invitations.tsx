import { hasStatus } from '@atrium/client/api-error'
import type { OwnInvitation } from '@atrium/tasks/projects/invitation.contract'
import { fullName } from '@atrium/ui/format'
import { IconAlertCircle, IconMail, IconUsers } from '@atrium/ui/icons'
import { Alert, Anchor, Button, Card, Center, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ownInvitationsQuery, useAcceptOwnInvitation } from '../../../data/people/invitations.ts'
import { currentUserQuery } from '../../../data/session/current-user.ts'
import type { Acceptance } from '../invitation.queries.ts'

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
  const { data: user } = useQuery(currentUserQuery)
  const { mutate, isPending, error } = useAcceptOwnInvitation()
  const isUnconfirmed = hasStatus(error, 403) && error.details.reason === 'email_not_confirmed'
  return (
    <Alert
      icon={<IconMail stroke={1.75} />}
      title={t('projects.ownInvitations.title', { project: project.name })}
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          {t('projects.ownInvitations.text', {
            inviter: inviter ? fullName(inviter) : t('projects.ownInvitations.someone'),
            role: t(`projects.roles.${role}`),
          })}
        </Text>
        <Button size="xs" loading={isPending} onClick={() => mutate(id)}>
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

interface InvitationCardProps {
  title?: string
  /** Instead of the title. */
  heading?: ReactNode
  text?: string
  icon?: ReactNode
  color?: string
  children?: ReactNode
}

/** A card in the middle of the page; `children` are the actions. */
export function InvitationCard({ title, heading, text, icon, color, children }: InvitationCardProps) {
  return (
    <Center py={{ base: 'xl', sm: 80 }} px="md">
      <Card shadow="md" padding="xl" w="100%" maw={440}>
        <Stack align="center" gap="md" ta="center" aria-live="polite">
          <ThemeIcon size={56} radius="xl" variant="light" color={color}>
            {icon ?? <IconMail stroke={1.5} />}
          </ThemeIcon>
          {heading}
          {title && (
            <Title order={1} size="h2" textWrap="balance">
              {title}
            </Title>
          )}
          {text && (
            <Text c="dimmed" textWrap="pretty">
              {text}
            </Text>
          )}
          {children && (
            <Group gap="sm" justify="center">
              {children}
            </Group>
          )}
        </Stack>
      </Card>
    </Center>
  )
}

interface RefusedInvitationProps {
  acceptance: Exclude<Acceptance, { kind: 'joined' }>
  email: string
  invitedEmail?: string | undefined
  isSigningOut: boolean
  onSignOut: () => void
}

/** Why the invitation failed, and what to do next. */
export function RefusedInvitation(props: RefusedInvitationProps) {
  const { acceptance, email, invitedEmail, isSigningOut, onSignOut } = props
  const { t } = useTranslation()
  const { kind } = acceptance
  const isIn = kind === 'accepted' || kind === 'alreadyMember'
  const projectId = isIn ? acceptance.projectId : undefined
  return (
    <InvitationCard
      title={t(`projects.invitation.${kind}.title`)}
      text={
        kind === 'wrongAccount' && invitedEmail
          ? t('projects.invitation.wrongAccount.known', { email, invitedEmail })
          : t(`projects.invitation.${kind}.text`, { email })
      }
      icon={isIn ? <IconUsers stroke={1.5} /> : <IconAlertCircle stroke={1.5} />}
      color={isIn ? 'teal' : 'amber'}
    >
      {kind === 'wrongAccount' ? (
        <Button loading={isSigningOut} onClick={onSignOut}>
          {invitedEmail
            ? t('projects.invitation.wrongAccount.continue', { email: invitedEmail })
            : t('projects.invitation.wrongAccount.action')}
        </Button>
      ) : (
        <Button component={Link} to={projectId ? `/project/${projectId}` : '/projects'} variant="default">
          {t(projectId ? 'projects.invitation.toProject' : 'projects.invitation.toProjects')}
        </Button>
      )}
    </InvitationCard>
  )
}
