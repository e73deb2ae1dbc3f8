import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** Next to the name of a user that is an application. */
export function RobotBadge() {
  const { t } = useTranslation()
  return (
    <Badge color="grape" size="sm" style={{ flex: 'none' }}>
      {t('projects.people.robot')}
    </Badge>
  )
}
