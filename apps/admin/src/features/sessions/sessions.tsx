import { ConfirmMutation } from '@atrium/ui/dialogs/confirm-dialog'
import { EmptyState, ErrorState, LoadingSkeleton } from '@atrium/ui/feedback/states'
import { IconDevices, IconLogout } from '@atrium/ui/icons'
import { PageSwitch, useLastPage } from '@atrium/ui/lists/page-switch'
import { Button, Card, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentUserQuery, useHasPermission } from '../../data/current-user.ts'
import { sessionsQuery, useEndOtherSessions } from './session.queries.ts'
import { SessionRow } from './session-row.tsx'

interface SessionsProps {
  userId: number
  /** The user's role is above the reader's, so nothing can be changed. */
  isAbove?: boolean
}

/** Where a user is signed in: for the user, and for administrators. */
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

const widths = [150, 120, 170]

function SessionsSkeleton() {
  return (
    <LoadingSkeleton>
      <Card shadow="xs">
        <Stack gap="xl">
          {widths.map(width => (
            <Group key={width} gap="md" wrap="nowrap">
              <Skeleton w={40} h={40} radius="md" visibleFrom="xs" />
              <Stack gap={10} flex={1}>
                <Skeleton h={14} w={width} />
                <Skeleton h={10} w={width + 60} />
              </Stack>
            </Group>
          ))}
        </Stack>
      </Card>
    </LoadingSkeleton>
  )
}

interface EndOtherSessionsProps {
  userId: number
  /** Otherwise every session counts as another one. */
  isOwn: boolean
  count: number
}

function EndOtherSessions({ userId, isOwn, count }: EndOtherSessionsProps) {
  const { t } = useTranslation()
  const [isOpen, { open, close }] = useDisclosure()
  const whose = isOwn ? 'endOthers' : 'endAll'
  return (
    <>
      <Button variant="light" color="red" leftSection={<IconLogout size={16} stroke={1.75} />} onClick={open}>
        {t(`sessions.${whose}.action`)}
      </Button>
      <ConfirmMutation
        mutation={useEndOtherSessions(userId)}
        input={undefined}
        title={t(`sessions.${whose}.title`)}
        text={t(`sessions.${whose}.text`, { count })}
        action={t(`sessions.${whose}.confirm`)}
        doneMessage={t(`sessions.${whose}.done`)}
        isOpen={isOpen}
        onClose={close}
      />
    </>
  )
}
