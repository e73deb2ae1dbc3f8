import { Alert } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'

/** For the time before anybody is known here: the application has opened from what the browser keeps of it. */
export function OfflineBanner() {
  const { t } = useTranslation()
  const { online } = useNetwork()
  if (online) return null
  return (
    <Alert color="amber" radius={0} py="xs" role="status">
      {t('live.offline')}
    </Alert>
  )
}
