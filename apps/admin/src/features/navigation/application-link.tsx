import { IconArrowLeft } from '@atrium/ui/icons'
import { NavLink } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { currentUserQuery } from '../../data/current-user.ts'

/** Back to the work. */
export function ApplicationLink() {
  const { t } = useTranslation()
  const { data: user } = useQuery(currentUserQuery)
  if (!user?.applicationUrl) return null
  return (
    <NavLink
      href={user.applicationUrl}
      label={t('navigation.application')}
      leftSection={<IconArrowLeft size={18} stroke={1.75} />}
    />
  )
}
