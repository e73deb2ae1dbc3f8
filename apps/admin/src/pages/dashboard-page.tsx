import type { User } from '@atrium/identity/users/user.schema'
import { Container, Stack, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { SignedInCard } from '../features/sign-in/signed-in-card.tsx'
import { UsersPanel } from './users-panel.tsx'

export function DashboardPage({ user }: { user: User }) {
  const { t } = useTranslation()
  return (
    <Container size="lg" py={{ base: 'lg', sm: 40 }}>
      <title>{`${t('dashboard')} · Atrium`}</title>
      <Stack gap="lg">
        <Title order={1}>{t('dashboard')}</Title>
        <SignedInCard user={user} />
        <UsersPanel />
      </Stack>
    </Container>
  )
}
