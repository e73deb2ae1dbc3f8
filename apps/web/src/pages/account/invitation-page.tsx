import { pageTitle } from '@atrium/ui/branding'
import { LoadingSkeleton } from '@atrium/ui/feedback/states'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignOut } from '../../data/changes/sign-out.ts'
import { useOpenProject } from '../../data/people/invitations.ts'
import { currentUserQuery } from '../../data/session/current-user.ts'
import {
  type Acceptance,
  invitationLookupQuery,
  useAcceptInvitation,
} from '../../features/projects/invitation.queries.ts'
import { InvitationText } from '../../features/projects/invitations/invitation-landing.tsx'
import {
  forgetInvitationToken,
  invitationToken,
  takeJoinIntent,
} from '../../features/projects/invitations/invitation-token.ts'
import { InvitationCard, RefusedInvitation } from '../../features/projects/invitations/own-invitations.tsx'

/** For signed-in users; others see the landing. */
export default function InvitationPage() {
  const { t } = useTranslation()
  const { data: user } = useQuery(currentUserQuery)
  const [token] = useState(invitationToken)
  const { data: lookup } = useQuery(invitationLookupQuery(token))
  const { data: acceptance, mutate, isPending } = useAcceptInvitation()
  const openProject = useOpenProject()
  const signOut = useSignOut()

  const settle = (outcome: Acceptance) => {
    // The token still works with another account.
    if (outcome.kind !== 'wrongAccount') forgetInvitationToken()
    return outcome.kind === 'joined' ? openProject(outcome.project.id) : undefined
  }
  const join = () => mutate(token ?? '', { onSuccess: settle })

  // Users who chose to join before signing in are not asked again. A used invitation says where it led.
  const isUsed = lookup?.kind === 'accepted'
  const arrive = useEffectEvent((mustAsk: boolean) => {
    if (token && (takeJoinIntent() || mustAsk)) join()
  })
  useEffect(() => arrive(isUsed), [isUsed])

  const title = <title>{pageTitle(t('projects.invitation.title'))}</title>
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
  const invitation = lookup?.kind === 'pending' ? lookup.invitation : undefined
  const isForOther = invitation !== undefined && user?.email?.toLowerCase() !== invitation.email.toLowerCase()
  const refusal = refusalOf(acceptance, lookup?.kind, isForOther)
  if (refusal && !isPending) {
    return (
      <>
        {title}
        <RefusedInvitation
          acceptance={refusal}
          email={user?.email ?? ''}
          invitedEmail={invitation?.email}
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
        heading={invitation && <InvitationText invitation={invitation} />}
        text={invitation && t('projects.invitation.joinAs', { email: user?.email ?? '' })}
      >
        {invitation ? (
          <Button size="md" loading={isPending || acceptance?.kind === 'joined'} onClick={join}>
            {t('projects.invitation.accept')}
          </Button>
        ) : (
          <LoadingSkeleton h={42} w={240} />
        )}
      </InvitationCard>
    </>
  )
}

type Refused = Exclude<Acceptance, { kind: 'joined' }>

function refusalOf(
  acceptance: Acceptance | undefined,
  looked: string | undefined,
  isForOther: boolean,
): Refused | undefined {
  if (acceptance) return acceptance.kind === 'joined' ? undefined : acceptance
  if (isForOther) return { kind: 'wrongAccount' }
  if (looked === undefined || looked === 'pending' || looked === 'accepted') return undefined
  return { kind: looked } as Refused
}
