import { pageTitle } from '@atrium/ui/branding'
import { ErrorState, LoadingSkeleton } from '@atrium/ui/feedback/states'
import { PageContainer } from '@atrium/ui/shell/page-container'
import { SectionCard } from '@atrium/ui/shell/section-card'
import { Button, Stack, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CalendarFeedsDialog } from '../../calendar-feeds/lazy-calendar-feeds.tsx'
import { userSettingsQuery } from '../../data/account/user-settings.ts'
import { currentUserQuery } from '../../data/session/current-user.ts'
import { InstallCard } from '../../features/installation/install-card.tsx'
import { NotificationsCard } from '../../features/profile/notifications-card.tsx'
import { preferencesQuery } from '../../features/profile/preferences.queries.ts'
import { AccountCard, PreferencesCard } from '../../features/profile/settings-cards.tsx'
import { OwnTemplates } from '../../templates/template-list.tsx'

export default function ProfilePage() {
  const { t } = useTranslation()
  const { data: user } = useQuery(currentUserQuery)
  const settings = useQuery(userSettingsQuery)
  const preferences = useQuery(preferencesQuery)
  const failed = [settings, preferences].find(({ data, error }) => !data && error)
  return (
    <PageContainer>
      <title>{pageTitle(t('profile.title'))}</title>
      <Title order={1} mb="xl">
        {t('profile.title')}
      </Title>
      <Stack gap="lg">
        {user && <AccountCard user={user} />}
        {settings.data && <PreferencesCard settings={settings.data} />}
        {preferences.data && <NotificationsCard preferences={preferences.data} />}
        <CalendarCard />
        <OwnTemplates />
        <InstallCard />
        {failed && (
          <ErrorState error={failed.error} onRetry={failed.refetch} isRetrying={failed.isFetching} />
        )}
        {(settings.isPending || preferences.isPending) && <CardSkeleton />}
      </Stack>
    </PageContainer>
  )
}

function CalendarCard() {
  const { t } = useTranslation()
  const [isOpen, dialog] = useDisclosure()
  return (
    <SectionCard
      title={t('connections.feeds.title')}
      text={t('connections.feeds.profileText')}
      aside={
        <Button variant="light" onClick={dialog.open}>
          {t('connections.feeds.manage')}
        </Button>
      }
    >
      <CalendarFeedsDialog isOpen={isOpen} onClose={dialog.close} />
    </SectionCard>
  )
}

function CardSkeleton() {
  return <LoadingSkeleton h={260} radius="lg" />
}
