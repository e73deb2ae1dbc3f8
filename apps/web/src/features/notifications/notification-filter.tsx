import { Group, SegmentedControl, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { NotificationFilters } from '../../data/notifications.ts'
import { allProjectsQuery } from '../../data/projects.ts'

interface NotificationFilterProps {
  filters: NotificationFilters
  onChange: (filters: NotificationFilters) => void
}

export function NotificationFilter({ filters, onChange }: NotificationFilterProps) {
  const { t } = useTranslation()
  const { data: projects = [] } = useQuery(allProjectsQuery)
  const { projectId, unread } = filters
  return (
    <Group gap="sm">
      <SegmentedControl
        aria-label={t('notifications.filter')}
        data={[
          { value: 'all', label: t('notifications.all') },
          { value: 'unread', label: t('notifications.unread') },
        ]}
        value={unread ? 'unread' : 'all'}
        onChange={chosen => onChange({ projectId, ...(chosen === 'unread' && { unread: true }) })}
      />
      <Select
        aria-label={t('notifications.project')}
        placeholder={t('notifications.allProjects')}
        data={projects.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={projectId ? String(projectId) : null}
        onChange={chosen => onChange({ unread, ...(chosen && { projectId: Number(chosen) }) })}
        clearable
        searchable
        flex="1 1 10rem"
        maw={260}
      />
    </Group>
  )
}
