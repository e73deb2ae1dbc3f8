import { pageTitle } from '@atrium/ui/branding'
import { PageContainer } from '@atrium/ui/shell/page-container'
import { SimpleGrid, Stack, Tabs, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { currentUserQuery, useHasPermission } from '../../data/session/current-user.ts'
import { FeedbackStatistics } from '../../features/feedback/feedback-stats.tsx'
import { AllIdeas, IdeaForm, MyIdeas } from '../../features/feedback/ideas.tsx'
import { RatingForm } from '../../features/feedback/rating-form.tsx'

export default function FeedbackPage() {
  const { t } = useTranslation()
  const { tab = 'give' } = useSearch({ from: '/feedback' })
  const navigate = useNavigate({ from: '/feedback' })
  const { data: user } = useQuery(currentUserQuery)
  const mayGive = useHasPermission('feedback.create')
  const mayRead = useHasPermission('feedback.read')
  const maySeeStats = useHasPermission('feedback.stats')

  const give = user && (
    <Stack gap="xl">
      {mayGive && (
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <RatingForm />
          <IdeaForm />
        </SimpleGrid>
      )}
      <MyIdeas userId={user.id} />
    </Stack>
  )
  return (
    <PageContainer>
      <title>{pageTitle(t('feedback.title'))}</title>
      <Title order={1}>{t('feedback.title')}</Title>
      <Text c="dimmed" mt={4} mb="lg">
        {t('feedback.lead')}
      </Text>
      {!mayRead && !maySeeStats ? (
        give
      ) : (
        <Tabs
          value={tab}
          onChange={next => void navigate({ search: next && next !== 'give' ? { tab: next } : {} })}
          keepMounted={false}
        >
          <Tabs.List mb="lg">
            <Tabs.Tab value="give">{t('feedback.tabs.give')}</Tabs.Tab>
            {mayRead && <Tabs.Tab value="ideas">{t('feedback.tabs.ideas')}</Tabs.Tab>}
            {maySeeStats && <Tabs.Tab value="stats">{t('feedback.tabs.stats')}</Tabs.Tab>}
          </Tabs.List>
          <Tabs.Panel value="give">{give}</Tabs.Panel>
          <Tabs.Panel value="ideas">{mayRead && <AllIdeas />}</Tabs.Panel>
          <Tabs.Panel value="stats">{maySeeStats && <FeedbackStatistics />}</Tabs.Panel>
        </Tabs>
      )}
    </PageContainer>
  )
}
