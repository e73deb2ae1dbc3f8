import { EmptyState } from '@atrium/ui/feedback/states'
import { IconBell } from '@atrium/ui/icons'
import { useTranslation } from 'react-i18next'

export function NoNotifications({ isFiltered = false }: { isFiltered?: boolean }) {
  const { t } = useTranslation()
  const key = isFiltered ? 'emptyUnread' : 'empty'
  return (
    <EmptyState
      icon={<IconBell stroke={1.5} />}
      title={t(`notifications.${key}.title`)}
      text={t(`notifications.${key}.text`)}
    />
  )
}
