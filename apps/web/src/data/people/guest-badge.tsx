import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** Next to the name of someone from outside. */
export function GuestBadge() {
  const { t } = useTranslation()
  return (
    <Badge color="orange" size="sm" style={{ flex: 'none' }}>
      {t('projects.people.guest')}
    </Badge>
  )
}
