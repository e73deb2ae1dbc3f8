import { IconAlertCircle, IconMail, IconUsers } from '@atrium/ui/icons'
import { Button, Card, Center, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Acceptance } from '../invitation.queries.ts'

interface InvitationCardProps {
  title: string
  text: string
  icon?: ReactNode
  color?: string
  children?: ReactNode
}

/** A card in the middle of the page; `children` are the actions. */
export function InvitationCard({ title, text, icon, color, children }: InvitationCardProps) {
  return (
    <Center py={{ base: 'xl', sm: 80 }} px="md">
      <Card shadow="md" padding="xl" w="100%" maw={440}>
        <Stack align="center" gap="md" ta="center" aria-live="polite">
          <ThemeIcon size={56} radius="xl" variant="light" color={color}>
            {icon ?? <IconMail stroke={1.5} />}
          </ThemeIcon>
          <Title order={1} size="h2">
            {title}
          </Title>
          <Text c="dimmed" textWrap="pretty">
            {text}
          </Text>
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
  isSigningOut: boolean
  onSignOut: () => void
}

/** Why the invitation failed, and what to do next. */
export function RefusedInvitation({ acceptance, email, isSigningOut, onSignOut }: RefusedInvitationProps) {
  const { t } = useTranslation()
  const { kind } = acceptance
  const isIn = kind === 'accepted' || kind === 'alreadyMember'
  const projectId = kind === 'alreadyMember' ? acceptance.projectId : undefined
  return (
    <InvitationCard
      title={t(`projects.invitation.${kind}.title`)}
      text={t(`projects.invitation.${kind}.text`, { email })}
      icon={isIn ? <IconUsers stroke={1.5} /> : <IconAlertCircle stroke={1.5} />}
      color={isIn ? 'teal' : 'amber'}
    >
      {kind === 'wrongAccount' ? (
        <Button loading={isSigningOut} onClick={onSignOut}>
          {t('projects.invitation.wrongAccount.action')}
        </Button>
      ) : (
        <Button component={Link} to={projectId ? `/project/${projectId}` : '/projects'} variant="default">
          {t(projectId ? 'projects.invitation.toProject' : 'projects.invitation.toProjects')}
        </Button>
      )}
    </InvitationCard>
  )
}
