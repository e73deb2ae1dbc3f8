import type { CurrentUser } from '@atrium/identity/users/user.contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { currentUserQuery } from '../data/current-user.ts'
import { Applications } from '../features/applications/applications.tsx'
import { Contacts } from '../features/contacts/contacts.tsx'
import { CredentialsCard, PasswordCard, UnconfirmedEmail } from '../features/credentials/credentials.tsx'
import { Educations } from '../features/educations/educations.tsx'
import { Files } from '../features/files/files.tsx'
import { LinkedAccountsCard } from '../features/linked-accounts/linked-accounts.tsx'
import { ArchiveAccount, ExportData } from '../features/own-data/own-data.tsx'
import { PasskeysCard } from '../features/passkeys/passkeys-card.tsx'
import { PersonalTokensCard } from '../features/personal-tokens/personal-tokens-card.tsx'
import { ProfileForm } from '../features/profile/profile-form.tsx'
import { ProfileHeader } from '../features/profile/profile-header.tsx'
import { Sessions } from '../features/sessions/sessions.tsx'
import { TwoFactorCard } from '../features/two-factor/two-factor-card.tsx'
import { PageFrame } from './page-frame.tsx'

export function ProfilePage() {
  return (
    <AccountPage name="profile">
      {user => (
        <>
          <ProfileHeader user={user} />
          <ProfileForm user={user} mayChange />
        </>
      )}
    </AccountPage>
  )
}

export function ContactsPage() {
  return (
    <AccountPage name="contacts">
      {({ id }) => (
        <>
          <Contacts userId={id} mayChange />
          <Educations userId={id} mayChange />
        </>
      )}
    </AccountPage>
  )
}

export function SecurityPage() {
  return (
    <AccountPage name="security">
      {user => (
        <>
          {!user.mustSetUpTwoFactor && (
            <>
              <CredentialsCard user={user} />
              {user.capabilities.canChangePassword && <PasswordCard user={user} />}
              <LinkedAccountsCard user={user} />
            </>
          )}
          {user.mustSetUpTwoFactor && !user.emailVerifiedAt && <UnconfirmedEmail email={user.email} />}
          <TwoFactorCard user={user} />
          <PasskeysCard user={user} />
          {!user.mustSetUpTwoFactor && <PersonalTokensCard user={user} />}
        </>
      )}
    </AccountPage>
  )
}

export function SessionsPage() {
  return <AccountPage name="sessions">{({ id }) => <Sessions userId={id} />}</AccountPage>
}

export function ApplicationsPage() {
  return <AccountPage name="applications">{({ id }) => <Applications userId={id} />}</AccountPage>
}

export function DataPage() {
  return (
    <AccountPage name="data">
      {({ id }) => (
        <>
          <Files userId={id} mayChange />
          <ExportData userId={id} />
          <ArchiveAccount />
        </>
      )}
    </AccountPage>
  )
}

const leads = {
  profile: 'profile.lead',
  contacts: 'contacts.lead',
  security: 'security.lead',
  sessions: 'sessions.lead',
  applications: 'applications.lead',
  data: 'data.lead',
} as const

interface AccountPageProps {
  name: keyof typeof leads
  children: (user: CurrentUser) => ReactNode
}

function AccountPage({ name, children }: AccountPageProps) {
  const { t } = useTranslation()
  const { data: user } = useQuery(currentUserQuery)
  return (
    <PageFrame title={t(`navigation.${name}`)} lead={t(leads[name])}>
      {user && children(user)}
    </PageFrame>
  )
}
