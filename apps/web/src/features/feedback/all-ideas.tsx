import { EmptyState } from '@atrium/ui/empty-state'
import { ErrorState } from '@atrium/ui/error-state'
import { IconBulb } from '@atrium/ui/icons'
import { useLastPage } from '@atrium/ui/last-page'
import { LoadingSkeleton } from '@atrium/ui/loading-skeleton'
import { PageSwitch } from '@atrium/ui/page-switch'
import { fullName } from '@atrium/ui/person'
import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type IdeaFilters, ideasQuery } from './feedback.queries.ts'
import { IdeaCard } from './idea-card.tsx'
import { IdeaFilterBar } from './idea-filter-bar.tsx'
import { IdeaStatusSelect } from './idea-status-select.tsx'

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
