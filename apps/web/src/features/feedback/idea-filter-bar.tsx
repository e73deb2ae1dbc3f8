import type { Idea } from '@atrium/tasks/feedback/idea.contract'
import { SearchBox } from '@atrium/ui/search-box'
import { Box, Group, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { IdeaFilters } from './feedback.queries.ts'
import { ideaStatuses, ideaTypes } from './idea-words.ts'

interface IdeaFilterBarProps {
  filters: IdeaFilters
  onChange: (changes: IdeaFilters) => void
}

export function IdeaFilterBar({ filters, onChange }: IdeaFilterBarProps) {
  const { t } = useTranslation()
  return (
    <Group gap="sm">
      <Box flex="1 1 14rem">
        <SearchBox label={t('feedback.ideas.search')} onSearch={search => onChange({ search })} />
      </Box>
      <Select
        w={170}
        aria-label={t('feedback.ideas.type')}
        placeholder={t('feedback.ideas.anyType')}
        data={ideaTypes.map(value => ({ value, label: t(`feedback.types.${value}`) }))}
        value={filters.type ?? null}
        onChange={type => onChange({ type: (type as Idea['type']) ?? undefined })}
        clearable
      />
      <Select
        w={170}
        aria-label={t('feedback.ideas.status')}
        placeholder={t('feedback.ideas.anyStatus')}
        data={ideaStatuses.map(value => ({ value, label: t(`feedback.statuses.${value}`) }))}
        value={filters.status ?? null}
        onChange={status => onChange({ status: (status as Idea['status']) ?? undefined })}
        clearable
      />
    </Group>
  )
}
