import type { TwoFactor } from '@atrium/identity/sign-in/two-factor/two-factor.contract'
import { DateText } from '@atrium/ui/time-text'
import { Alert, Badge, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

const FEW = 3

/** When it was enabled, and how many recovery codes are left. */
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

export function TwoFactorBadge({ isOn }: { isOn: boolean }) {
  const { t } = useTranslation()
  return (
    <Badge size="lg" color={isOn ? 'teal' : 'gray'} miw="max-content">
      {t(isOn ? 'security.twoFactor.on' : 'security.twoFactor.off')}
    </Badge>
  )
}
