import { EmptyState } from '@atrium/ui/empty-state'
import { IconTrash } from '@atrium/ui/icons'
import { useTranslation } from 'react-i18next'

export function EmptyTrash() {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={<IconTrash stroke={1.5} />}
      title={t('projects.trash.empty.title')}
      text={t('projects.trash.empty.text')}
    />
  )
}
