import type { CalendarFeed, NewCalendarFeed } from '@atrium/tasks/calendar/calendar-feed.contract'
import { Dialog } from '@atrium/ui/dialogs/dialog'
import { ErrorState, RowsSkeleton } from '@atrium/ui/feedback/states'
import { IconButton } from '@atrium/ui/icon-button'
import { IconTrash } from '@atrium/ui/icons'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CopiedAddress } from '../data/copied-address.tsx'
import { calendarFeedsQuery, useCreateFeed, useDeleteFeed } from './calendar-feed.queries.ts'

interface CalendarFeedsDialogProps {
  /** What can be subscribed to here besides one's own tasks. */
  projectId?: number | undefined
  viewId?: number | undefined
  isOpen: boolean
  onClose: () => void
}

/** Addresses that calendar programs subscribe to: creates, shows and deletes them. */
export function CalendarFeedsDialog({ projectId, viewId, isOpen, onClose }: CalendarFeedsDialogProps) {
  const { t } = useTranslation()
  const { data: feeds, error, isFetching, refetch } = useQuery({ ...calendarFeedsQuery, enabled: isOpen })
  const create = useCreateFeed()
  const offered: NewCalendarFeed[] = [
    ...(viewId === undefined ? [] : [{ kind: 'view' as const, viewId }]),
    ...(projectId === undefined ? [] : [{ kind: 'project' as const, projectId }]),
    { kind: 'mine' },
  ]
  const missing = offered.filter(one => !feeds?.some(feed => isSame(feed, one)))
  return (
    <Dialog title={t('connections.feeds.title')} isOpen={isOpen} onClose={onClose} isWide>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('connections.feeds.text')}
        </Text>
        {!feeds && error && <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />}
        {!feeds && !error && <RowsSkeleton rows={2} />}
        {feeds?.map(feed => (
          <Feed key={feed.id} feed={feed} />
        ))}
        {feeds && missing.length > 0 && (
          <Group gap="sm">
            {missing.map(feed => (
              <Button
                key={feed.kind}
                variant="light"
                loading={create.isPending && create.variables.kind === feed.kind}
                onClick={() => create.mutate(feed)}
              >
                {t(`connections.feeds.create.${feed.kind}`)}
              </Button>
            ))}
          </Group>
        )}
        <Text size="sm" c="dimmed">
          {t('connections.feeds.reachable')}
        </Text>
      </Stack>
    </Dialog>
  )
}

function isSame(feed: CalendarFeed, { kind, projectId, viewId }: NewCalendarFeed) {
  if (feed.kind !== kind) return false
  if (kind === 'view') return feed.viewId === viewId
  return kind === 'mine' || feed.projectId === projectId
}

function Feed({ feed }: { feed: CalendarFeed }) {
  const { t } = useTranslation()
  const remove = useDeleteFeed()
  const name = feed.name ?? t('connections.feeds.mine')
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <div style={{ flex: 1, minWidth: 0 }}>
        {feed.url === null ? (
          <Text size="sm">{t('connections.feeds.lost', { name })}</Text>
        ) : (
          <CopiedAddress address={feed.url} label={name} />
        )}
      </div>
      <IconButton
        icon={IconTrash}
        iconSize={18}
        size="lg"
        label={t('connections.feeds.delete', { name })}
        loading={remove.isPending}
        onClick={() => remove.mutate(feed.id)}
      />
    </Group>
  )
}
