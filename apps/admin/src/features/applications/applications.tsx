import { scopeKey } from '@atrium/identity/access-control/scopes.contract'
import type { ConnectedApplication } from '@atrium/identity/oauth/consent/application.contract'
import { ConfirmMutation } from '@atrium/ui/dialogs/confirm-dialog'
import { RowsSkeleton } from '@atrium/ui/feedback/rows-skeleton'
import { EmptyState, ErrorState } from '@atrium/ui/feedback/states'
import { IconApps } from '@atrium/ui/icons'
import { PageSwitch, useLastPage } from '@atrium/ui/lists/page-switch'
import { DateText } from '@atrium/ui/time-text'
import { Badge, Button, Card, Group, Stack, Text, ThemeIcon } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { applicationsQuery, useDisconnectApplication } from './application.queries.ts'
import classes from './applications.module.css'

/** Which applications can use the account of a user, and since when. */
export function Applications({ userId }: { userId: number }) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const { data, error, refetch, isFetching } = useQuery(applicationsQuery(userId, page))
  useLastPage(data, setPage)
  if (!data && error) return <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />
  if (!data) return <RowsSkeleton />
  const { items, _meta } = data
  if (items.length === 0) return <NoApplications />
  return (
    <Stack>
      <Card component="ul" shadow="xs" p={0} m={0} aria-label={t('applications.label')}>
        {items.map(application => (
          <ApplicationRow key={application.id} userId={userId} application={application} />
        ))}
      </Card>
      <PageSwitch page={page} pages={_meta.pages} onChange={setPage} />
    </Stack>
  )
}

function NoApplications() {
  const { t } = useTranslation()
  return (
    <EmptyState
      order={3}
      icon={IconApps}
      title={t('applications.empty.title')}
      text={t('applications.empty.text')}
    />
  )
}

interface ApplicationRowProps {
  userId: number
  application: ConnectedApplication
}

function ApplicationRow({ userId, application }: ApplicationRowProps) {
  const { t } = useTranslation()
  const { name, scopes, connectedAt, lastUsedAt, isTrusted } = application
  return (
    <Group component="li" className={classes.row} gap="md" align="flex-start">
      <ThemeIcon size={40} radius="md" variant="light" color="gray" visibleFrom="xs">
        <IconApps size={22} stroke={1.6} />
      </ThemeIcon>
      <Stack gap={4} flex="1 1 13rem" miw={0}>
        <Group gap="xs">
          <Text fw={600}>{name}</Text>
          {isTrusted && <Badge color="teal">{t('applications.trusted')}</Badge>}
        </Group>
        <Text size="sm" c="dimmed">
          {t('applications.since')} <DateText value={connectedAt} withTime />
          {' · '}
          {t('applications.lastUsed')} <DateText value={lastUsedAt} withTime />
        </Text>
        <Text component="ul" size="sm" className={classes.scopes}>
          {scopes.map(scope => (
            <li key={scope}>{t(`scopes.${scopeKey(scope)}`, { defaultValue: scope })}</li>
          ))}
        </Text>
      </Stack>
      <Disconnect userId={userId} application={application} />
    </Group>
  )
}

function Disconnect({ userId, application: { id, name, isTrusted } }: ApplicationRowProps) {
  const { t } = useTranslation()
  const [isOpen, { open, close }] = useDisclosure()
  const text = isTrusted ? 'applications.disconnect.trustedText' : 'applications.disconnect.text'
  return (
    <>
      <Button
        variant="default"
        size="xs"
        flex="none"
        aria-label={t('applications.disconnect.of', { name })}
        onClick={open}
      >
        {t('applications.disconnect.action')}
      </Button>
      <ConfirmMutation
        mutation={useDisconnectApplication(userId)}
        input={id}
        title={t('applications.disconnect.title', { name })}
        text={t(text)}
        action={t('applications.disconnect.action')}
        doneMessage={t('applications.disconnect.done', { name })}
        isOpen={isOpen}
        onClose={close}
      />
    </>
  )
}
