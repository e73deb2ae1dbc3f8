import type { User } from '@atrium/identity/users/user.contract'
import { fullName } from '@atrium/ui/format'
import { DateText } from '@atrium/ui/time-text'
import { Avatar, Badge, Box, Card, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useUserRights } from './user-rights.ts'
import { lockoutQuery } from './user-state.queries.ts'

/** The user and the state of the account. */
export function UserHeader({ user }: { user: User }) {
  const { t } = useTranslation()
  const isActive = user.status === 'active'
  return (
    <Card shadow="xs" component="section" aria-label={t('users.header.label')}>
      <Group gap="lg" align="flex-start">
        <Avatar src={user.avatarUrl} name={fullName(user)} color="initials" size={72} alt="" />
        <Stack gap="md" flex="1 1 14rem" miw={0}>
          <Group gap={6}>
            <Badge color={isActive ? 'teal' : 'gray'}>{t(`users.statuses.${user.status}`)}</Badge>
            <LockoutBadge user={user} />
            {user.roles.map(role => (
              <Badge key={role} color={role === 'owner' ? 'amber' : 'gray'}>
                {role}
              </Badge>
            ))}
          </Group>
          <SimpleGrid component="dl" cols={{ base: 1, xs: 2, md: 4 }} spacing="md" m={0}>
            <Fact name={t('users.fields.email')}>
              {user.email}
              <Text size="xs" c={user.emailVerifiedAt ? 'dimmed' : 'var(--mantine-color-error)'}>
                {t(user.emailVerifiedAt ? 'users.header.confirmed' : 'users.header.notConfirmed')}
              </Text>
            </Fact>
            <Fact name={t('users.fields.phone')}>{user.phone}</Fact>
            <Fact name={t('users.header.registered')}>
              <DateText value={user.createdAt} />
            </Fact>
            <Fact name={t('users.header.id')}>{user.id}</Fact>
          </SimpleGrid>
        </Stack>
      </Group>
    </Card>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Box miw={0}>
      <Text component="dt" size="xs" c="dimmed" fw={500}>
        {name}
      </Text>
      <Text component="dd" m={0} style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
    </Box>
  )
}

function LockoutBadge({ user }: { user: User }) {
  const { t } = useTranslation()
  const { mayReadLockout } = useUserRights(user)
  const { data: lockout } = useQuery({ ...lockoutQuery(user.id), enabled: mayReadLockout })
  if (!lockout?.isLocked) return null
  return <Badge color="red">{t('users.header.locked')}</Badge>
}
