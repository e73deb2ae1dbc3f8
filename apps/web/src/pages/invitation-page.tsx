import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentUserQuery, useSignOut } from '../data/current-user.ts'
import { type Acceptance, useAcceptInvitation } from '../features/projects/invitation.queries.ts'
import { forgetInvitationToken, invitationToken } from '../features/projects/invitations/invitation-token.ts'
import { InvitationCard, RefusedInvitation } from '../features/projects/invitations/own-invitations.tsx'

export function InvitationPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data: user } = useQuery(currentUserQuery)
  const [token] = useState(invitationToken)
  const { data: acceptance, mutate, isPending } = useAcceptInvitation()
  const signOut = useSignOut()

  const settle = (outcome: Acceptance) => {
    // The token still works with another account.
    if (outcome.kind !== 'wrongAccount') forgetInvitationToken()
    if (outcome.kind === 'joined') {
      void navigate({ to: '/project/$projectId', params: { projectId: outcome.project.id }, replace: true })
    }
  }
  const title = <title>{`${t('projects.invitation.title')} · Atrium`}</title>
  if (!token) {
    return (
      <>
        {title}
        <InvitationCard
          title={t('projects.invitation.missing.title')}
          text={t('projects.invitation.missing.text')}
        >
          <Button component={Link} to="/projects" variant="default">
            {t('projects.invitation.toProjects')}
          </Button>
        </InvitationCard>
      </>
    )
  }
  if (acceptance && acceptance.kind !== 'joined') {
    return (
      <>
        {title}
        <RefusedInvitation
          acceptance={acceptance}
          email={user?.email ?? ''}
          isSigningOut={signOut.isPending}
          onSignOut={() => signOut.mutate()}
        />
      </>
    )
  }
  return (
    <>
      {title}
      <InvitationCard
        title={t('projects.invitation.title')}
        text={t('projects.invitation.text', { email: user?.email ?? '' })}
      >
        <Button size="md" loading={isPending} onClick={() => mutate(token, { onSuccess: settle })}>
          {t('projects.invitation.accept')}
        </Button>
      </InvitationCard>
    </>
  )
}
