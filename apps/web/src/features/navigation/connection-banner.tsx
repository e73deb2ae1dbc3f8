import { Alert } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../live/live-provider.tsx'

const PATIENCE_MS = 4000

/** Says so when changes of others no longer come in; a short gap is nobody's concern. */
export function ConnectionBanner() {
  const { t } = useTranslation()
  const { online } = useNetwork()
  const { state } = useLive()
  const [isLate, setIsLate] = useState(false)

  useEffect(() => {
    setIsLate(false)
    if (state === 'open') return
    const timer = setTimeout(() => setIsLate(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [state])

  const message = online ? isLate && state !== 'open' && t(`live.${state}`) : t('live.offline')
  if (!message) return null
  return (
    <Alert color="amber" radius={0} py="xs" role="status">
      {message}
    </Alert>
  )
}

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
