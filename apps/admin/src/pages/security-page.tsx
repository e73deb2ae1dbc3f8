import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { currentUserQuery } from '../data/current-user.ts'
import { CredentialsCard, UnconfirmedEmail } from '../features/credentials/credentials-card.tsx'
import { PasswordCard } from '../features/credentials/password-card.tsx'
import { PasskeysCard } from '../features/passkeys/passkeys-card.tsx'
import { TwoFactorCard } from '../features/two-factor/two-factor-card.tsx'
import { PageFrame } from './page-frame.tsx'

export function SecurityPage() {
  const { t } = useTranslation()
  const { data: user } = useQuery(currentUserQuery)
  return (
    <PageFrame title={t('navigation.security')} lead={t('security.lead')}>
      {user && (
        <>
          {!user.mustSetUpTwoFactor && (
            <>
              <CredentialsCard user={user} />
              <PasswordCard user={user} />
            </>
          )}
          {user.mustSetUpTwoFactor && !user.emailVerifiedAt && <UnconfirmedEmail email={user.email} />}
          <TwoFactorCard user={user} />
          <PasskeysCard user={user} />
        </>
      )}
    </PageFrame>
  )
}
