import { IconAlertCircle, IconUsers } from '@atrium/ui/icons'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Acceptance } from './invitation.queries.ts'
import { InvitationCard } from './invitation-card.tsx'

interface RefusedInvitationProps {
  acceptance: Exclude<Acceptance, { kind: 'joined' }>
  email: string
  isSigningOut: boolean
  onSignOut: () => void
}

/** Why it did not work, and the way on. */
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
