import type { SigningKeyRecord } from '@atrium/identity/tokens/signing-key.contract'
import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ageInDays } from './key-age.ts'

const OLD_AFTER_DAYS = 90

export function OldKeyAdvice({ records }: { records: SigningKeyRecord[] }) {
  const { t } = useTranslation()
  const signing = records.find(({ status }) => status === 'signing')
  const days = signing ? ageInDays(signing.signsFrom) : 0
  if (days <= OLD_AFTER_DAYS) return null
  return (
    <Alert color="amber" title={t('keys.old.title')}>
      {t('keys.old.text', { count: days })}
    </Alert>
  )
}
