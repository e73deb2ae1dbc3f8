import { EmptyState } from '@atrium/ui/empty-state'
import { IconArchive, IconSearch } from '@atrium/ui/icons'
import { useTranslation } from 'react-i18next'

/** Nothing fits the filters; that there are no projects at all is another matter. */
export function NoProjectsFound({ isSearched }: { isSearched: boolean }) {
  const { t } = useTranslation()
  return isSearched ? (
    <EmptyState
      icon={<IconSearch stroke={1.5} />}
      title={t('projects.filters.nothing.title')}
      text={t('projects.filters.nothing.text')}
    />
  ) : (
    <EmptyState
      icon={<IconArchive stroke={1.5} />}
      title={t('projects.filters.noneArchived.title')}
      text={t('projects.filters.noneArchived.text')}
    />
  )
}
