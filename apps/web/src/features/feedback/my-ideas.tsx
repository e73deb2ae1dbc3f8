import { ErrorState, LoadingSkeleton } from '@atrium/ui/feedback/states'
import { PageSwitch, useLastPage } from '@atrium/ui/lists/page-switch'
import { Badge, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ideasQuery } from './feedback.queries.ts'
import { statusColors } from './feedback-words.ts'
import { IdeaCard } from './idea-card.tsx'

export function MyIdeas({ userId }: { userId: number }) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const { data: ideas, error, isPending, isFetching, refetch } = useQuery(ideasQuery({ userId, page }))
  useLastPage(ideas, setPage)
  return (
    <section>
      <Title order={2} size="h3" mb="sm">
        {t('feedback.mine.title')}
      </Title>
      {isPending && (
        <LoadingSkeleton>
          <Skeleton h={88} radius="lg" />
        </LoadingSkeleton>
      )}
      {!ideas && error && <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />}
      {ideas?._meta.total === 0 && <Text c="dimmed">{t('feedback.mine.empty')}</Text>}
      <Stack gap="sm">
        {ideas?.items.map(idea => (
          <IdeaCard key={idea.id} idea={idea}>
            <Badge color={statusColors[idea.status]}>{t(`feedback.statuses.${idea.status}`)}</Badge>
          </IdeaCard>
        ))}
        {ideas && <PageSwitch page={page} pages={ideas._meta.pages} onChange={setPage} />}
      </Stack>
    </section>
  )
}
