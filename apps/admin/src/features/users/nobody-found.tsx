import { EmptyState } from '@atrium/ui/empty-state'
import { IconUsers } from '@atrium/ui/icons'
import { useTranslation } from 'react-i18next'

export function NobodyFound({ search }: { search: string | undefined }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={<IconUsers stroke={1.5} />}
      title={t('users.empty.title')}
      text={search ? t('users.empty.found', { search }) : t('users.empty.text')}
    />
  )
}
