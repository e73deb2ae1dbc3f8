import type { Idea } from '@atrium/tasks/feedback/idea.contract'
import { EmptyState, ErrorState, LoadingSkeleton } from '@atrium/ui/feedback/states'
import { fullName } from '@atrium/ui/format'
import { SearchBox } from '@atrium/ui/forms/search-box'
import { IconBulb } from '@atrium/ui/icons'
import { PageSwitch, useLastPage } from '@atrium/ui/lists/page-switch'
import { Box, ColorSwatch, Group, Select, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type IdeaFilters, ideasQuery, useChangeIdeaStatus } from './feedback.queries.ts'
import { ideaStatuses, ideaTypes, statusColors } from './feedback-words.ts'
import { IdeaCard } from './idea-card.tsx'

export function AllIdeas() {
  const { t } = useTranslation()
  const [filters, setFilters] = useState<IdeaFilters>({})
  const { data: ideas, error, isPending, isFetching, refetch } = useQuery(ideasQuery(filters))
  const toPage = (page: number) => setFilters({ ...filters, page })
  useLastPage(ideas, toPage)
  return (
    <Stack gap="md">
      <IdeaFilterBar
        filters={filters}
        onChange={changes => setFilters({ ...filters, ...changes, page: 1 })}
      />
      {isPending && (
        <LoadingSkeleton>
          <Skeleton h={320} radius="lg" />
        </LoadingSkeleton>
      )}
      {!ideas && error && <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />}
      {ideas?.items.length === 0 && (
        <EmptyState
          icon={<IconBulb stroke={1.5} />}
          title={t('feedback.ideas.emptyTitle')}
          text={t('feedback.ideas.emptyText')}
        />
      )}
      <Stack gap="sm">
        {ideas?.items.map(idea => (
          <IdeaCard key={idea.id} idea={idea} author={fullName({ ...idea.user, email: null })}>
            <IdeaStatusSelect idea={idea} />
          </IdeaCard>
        ))}
      </Stack>
      {ideas && <PageSwitch page={filters.page ?? 1} pages={ideas._meta.pages} onChange={toPage} />}
    </Stack>
  )
}

interface IdeaFilterBarProps {
  filters: IdeaFilters
  onChange: (changes: IdeaFilters) => void
}

function IdeaFilterBar({ filters, onChange }: IdeaFilterBarProps) {
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

function IdeaStatusSelect({ idea }: { idea: Idea }) {
  const { t } = useTranslation()
  const { mutate } = useChangeIdeaStatus()
  return (
    <Select
      size="xs"
      w={160}
      aria-label={t('feedback.ideas.statusOf', { title: idea.title })}
      data={ideaStatuses.map(value => ({ value, label: t(`feedback.statuses.${value}`) }))}
      value={idea.status}
      onChange={status => status && mutate({ id: idea.id, status: status as Idea['status'] })}
      leftSection={<ColorSwatch size={10} color={`var(--mantine-color-${statusColors[idea.status]}-5)`} />}
      allowDeselect={false}
      comboboxProps={{ withinPortal: true }}
    />
  )
}
