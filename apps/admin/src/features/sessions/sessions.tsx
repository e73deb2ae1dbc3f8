import { EmptyState } from '@atrium/ui/empty-state'
import { ErrorState } from '@atrium/ui/error-state'
import { IconDevices } from '@atrium/ui/icons'
import { useLastPage } from '@atrium/ui/last-page'
import { PageSwitch } from '@atrium/ui/page-switch'
import { Card, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentUserQuery, useHasPermission } from '../../data/current-user.ts'
import { EndOtherSessions } from './end-other-sessions.tsx'
import { sessionsQuery } from './session.queries.ts'
import { SessionRow } from './session-row.tsx'
import { SessionsSkeleton } from './sessions-skeleton.tsx'

interface SessionsProps {
  userId: number
  /** Nobody acts upon a user above them. */
  isAbove?: boolean
}

/** Where a user is signed in, for themselves and for those who look after them. */
export function Sessions({ userId, isAbove = false }: SessionsProps) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const { data, error, refetch, isFetching } = useQuery(sessionsQuery(userId, page))
  useLastPage(data, setPage)
  const { data: reader } = useQuery(currentUserQuery)
  const hasPermission = useHasPermission()
  const isOwn = reader?.id === userId
  const mayEnd = !isAbove && hasPermission(isOwn ? 'sessions.manage.self' : 'sessions.manage.any')
  if (!data && error) return <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />
  if (!data) return <SessionsSkeleton />
  const { items, _meta } = data
  if (items.length === 0) return <NoSessions />
  const others = _meta.total - (isOwn ? 1 : 0)
  return (
    <Stack>
      <Group justify="space-between" gap="sm" mih={36}>
        <Text c="dimmed">{t('sessions.count', { count: _meta.total })}</Text>
        {mayEnd && others > 0 && <EndOtherSessions userId={userId} isOwn={isOwn} count={others} />}
      </Group>
      <Card component="ul" shadow="xs" p={0} m={0} aria-label={t('sessions.label')}>
        {items.map(session => (
          <SessionRow key={session.id} userId={userId} session={session} mayEnd={mayEnd} />
        ))}
      </Card>
      <PageSwitch page={page} pages={_meta.pages} onChange={setPage} />
    </Stack>
  )
}

function NoSessions() {
  const { t } = useTranslation()
  return (
    <EmptyState
      order={3}
      icon={<IconDevices stroke={1.5} />}
      title={t('sessions.empty.title')}
      text={t('sessions.empty.text')}
    />
  )
}
