import { EmptyState } from '@atrium/ui/feedback/states'
import { IconCloudOff } from '@atrium/ui/icons'
import { Button } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** What is kept in this browser is read sooner. */
const READ_AFTER_MS = 500

interface PageLoadingProps {
  /** For a panel, which has no other way out on a phone. */
  onClose?: () => void
  children: ReactNode
}

/** The outlines of what is loading. Without a connection, what this browser has not kept does not load. */
export function PageLoading({ onClose, children }: PageLoadingProps) {
  const { t } = useTranslation()
  const { online } = useNetwork()
  const [isRead, setIsRead] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsRead(true), READ_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  if (online || !isRead) return children
  return (
    <EmptyState icon={IconCloudOff} title={t('live.notAvailable.title')} text={t('live.notAvailable.text')}>
      {onClose && (
        <Button variant="default" onClick={onClose}>
          {t('actions.close')}
        </Button>
      )}
    </EmptyState>
  )
}
