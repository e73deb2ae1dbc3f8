import { SearchBox } from '@atrium/ui/search-box'
import { Box, Group, SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface ProjectFiltersProps {
  archived: boolean
  onArchived: (archived: boolean) => void
  onSearch: (search: string) => void
}

export function ProjectFilters({ archived, onArchived, onSearch }: ProjectFiltersProps) {
  const { t } = useTranslation()
  return (
    <Group gap="sm" mb="lg" role="search">
      <Box flex="1 1 14rem" maw={{ sm: 320 }}>
        <SearchBox label={t('projects.filters.search')} onSearch={onSearch} />
      </Box>
      <SegmentedControl
        aria-label={t('projects.filters.which')}
        value={archived ? 'archived' : 'active'}
        onChange={value => onArchived(value === 'archived')}
        data={[
          { value: 'active', label: t('projects.filters.active') },
          { value: 'archived', label: t('projects.filters.archived') },
        ]}
      />
    </Group>
  )
}
