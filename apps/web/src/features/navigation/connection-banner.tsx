import { Alert } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../live/live-provider.tsx'

const PATIENCE_MS = 4000

/** Shown when live updates stop; short interruptions are ignored. */
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

/** Shown before the user is known: the application was opened offline, from the browser's cache. */
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
