import type { TwoFactor } from '@atrium/identity/sign-in/two-factor.contract'
import { DateText } from '@atrium/ui/date-text'
import { Alert, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

const FEW = 3

/** Since when, and how many ways back in are left. */
export function TwoFactorFacts({ twoFactor: { confirmedAt, recoveryCodesLeft } }: { twoFactor: TwoFactor }) {
  const { t } = useTranslation()
  return (
    <>
      <Text>
        {confirmedAt && (
          <>
            {t('security.twoFactor.since')} <DateText value={confirmedAt} withTime />
            {' · '}
          </>
        )}
        {t('security.twoFactor.codesLeft', { count: recoveryCodesLeft })}
      </Text>
      {recoveryCodesLeft <= FEW && (
        <Alert color="amber" mt="sm">
          {t('security.twoFactor.codesLow')}
        </Alert>
      )}
    </>
  )
}
