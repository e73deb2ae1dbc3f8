import type { Banner, Maintenance, Notices } from '@atrium/core/notices.contract'
import { Alert } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'

interface NoticeBannersProps {
  notices: Notices | undefined
  /** Who dismisses a banner: another user of this browser still sees it. */
  userId: number
}

/** Above every page: maintenance mode, and the banner of the administrators until the user dismisses it. */
export function NoticeBanners({ notices, userId }: NoticeBannersProps) {
  return (
    <>
      {notices?.maintenance && <MaintenanceNotice maintenance={notices.maintenance} />}
      {notices?.banner && <DismissibleBanner banner={notices.banner} userId={userId} />}
    </>
  )
}

function MaintenanceNotice({ maintenance: { message, messageRu } }: { maintenance: Maintenance }) {
  const { t, i18n } = useTranslation('ui')
  const own = i18n.resolvedLanguage === 'ru' ? (messageRu ?? message) : message
  return (
    <Alert color="cobalt" radius={0} py="xs" role="status">
      {[t('notices.maintenance'), own].filter(Boolean).join(' ')}
    </Alert>
  )
}

function DismissibleBanner({ banner, userId }: { banner: Banner; userId: number }) {
  const { t, i18n } = useTranslation('ui')
  const [dismissed, setDismissed] = useLocalStorage({
    key: `atrium.dismissed-banner.${userId}`,
    defaultValue: 0,
    getInitialValueInEffect: false,
  })
  const { id, kind, text, textRu } = banner
  if (dismissed === id) return null
  return (
    <Alert
      color={kind === 'warning' ? 'amber' : 'cobalt'}
      radius={0}
      py="xs"
      role="status"
      withCloseButton
      closeButtonLabel={t('notices.dismiss')}
      onClose={() => setDismissed(id)}
      styles={{ message: { overflowWrap: 'anywhere' } }}
    >
      {i18n.resolvedLanguage === 'ru' ? (textRu ?? text) : text}
    </Alert>
  )
}
