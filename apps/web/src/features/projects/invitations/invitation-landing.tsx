import type { InvitationSummary } from '@atrium/tasks/projects/invitation.contract'
import { ErrorState, LoadingSkeleton } from '@atrium/ui/feedback/states'
import { Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { invitationLookupQuery, type Refusal } from '../invitation.queries.ts'
import { expectToJoin, invitationToken } from './invitation-token.ts'

/** What the link of an invitation shows before signing in. */
export function InvitationLanding() {
  const { t } = useTranslation()
  const signInAddress = useSignInAddress()
  const [token] = useState(invitationToken)
  const { data: lookup, error, isFetching, refetch } = useQuery(invitationLookupQuery(token))
  if (!token) return <Unusable kind="missing" />
  if (!lookup && error) return <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />
  if (!lookup) {
    return (
      <LoadingSkeleton>
        <Stack w="100%">
          <Skeleton h={32} />
          <Skeleton h={42} />
          <Skeleton h={42} />
        </Stack>
      </LoadingSkeleton>
    )
  }
  if (lookup.kind !== 'pending') return <Unusable kind={lookup.kind} />
  const { email, registrationTicket, canRegister } = lookup.invitation
  const invited = { login_hint: email }
  const create = { ...invited, prompt: 'create', invitation: registrationTicket }
  return (
    <>
      <InvitationText invitation={lookup.invitation} />
      <Stack w="100%" gap="sm">
        {canRegister && (
          <Button component="a" href={signInAddress(create)} onClick={expectToJoin} size="md" fullWidth>
            {t('projects.invitation.createAccount')}
          </Button>
        )}
        <Button
          component="a"
          href={signInAddress(invited)}
          onClick={expectToJoin}
          size="md"
          variant={canRegister ? 'default' : 'filled'}
          fullWidth
        >
          {t('projects.invitation.signIn')}
        </Button>
      </Stack>
      <Text size="sm" c="dimmed">
        {t(canRegister ? 'projects.invitation.for' : 'projects.invitation.askForAccount', { email })}
      </Text>
    </>
  )
}

/** Who invites to what, as which role. */
export function InvitationText({ invitation }: { invitation: InvitationSummary }) {
  const { t } = useTranslation()
  const { project, inviter, role } = invitation
  return (
    <Stack gap="xs">
      <Title order={1} size="h2" textWrap="balance">
        {t('projects.invitation.headline', {
          inviter: inviter?.name ?? t('projects.ownInvitations.someone'),
          project: project.name,
        })}
      </Title>
      <Text c="dimmed" textWrap="pretty">
        {t(`projects.invitation.roles.${role}`)}
      </Text>
    </Stack>
  )
}

/** Back to the invitation afterwards; its token stays in this tab. */
function useSignInAddress() {
  const { i18n } = useTranslation()
  const { pathname } = window.location
  return (more: Record<string, string> = {}) =>
    `/auth/sign-in?${new URLSearchParams({ return: pathname, ui_locales: i18n.resolvedLanguage ?? 'en', ...more })}`
}

function Unusable({ kind }: { kind: Refusal | 'missing' }) {
  const { t } = useTranslation()
  const signInAddress = useSignInAddress()
  const text =
    kind === 'accepted' ? 'projects.invitation.accepted.signedOut' : `projects.invitation.${kind}.text`
  return (
    <>
      <Stack gap="xs">
        <Title order={1} size="h2" textWrap="balance">
          {t(`projects.invitation.${kind}.title`)}
        </Title>
        <Text c="dimmed" textWrap="pretty">
          {t(text as 'projects.invitation.missing.text')}
        </Text>
      </Stack>
      <Button component="a" href={signInAddress()} onClick={expectToJoin} size="md" fullWidth>
        {t('projects.invitation.signIn')}
      </Button>
    </>
  )
}
