import type { TaskPriority } from '@atrium/tasks/tasks/task-priority.contract'
import { hasCode } from '@atrium/ui/api-error'
import { ConfirmDialog } from '@atrium/ui/confirm-dialog'
import { ErrorState } from '@atrium/ui/error-state'
import { showNotice } from '@atrium/ui/notice'
import { notifyOfSuccess } from '@atrium/ui/notify'
import { RecordList } from '@atrium/ui/record-list'
import { RecordRow } from '@atrium/ui/record-row'
import { RowsSkeleton } from '@atrium/ui/rows-skeleton'
import { Badge, ColorSwatch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { prioritiesQuery } from '../../data/tasks.ts'
import { useDeletePriority } from './priority.queries.ts'
import { PriorityDialog } from './priority-dialog.tsx'

export function PrioritiesTab() {
  const { t } = useTranslation()
  const { data: priorities, error, isFetching, refetch } = useQuery(prioritiesQuery)
  const deletion = useDeletePriority()
  const [edited, setEdited] = useState<TaskPriority | 'new'>()
  const [doomed, setDoomed] = useState<TaskPriority>()
  if (!priorities && error) return <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />
  if (!priorities) return <RowsSkeleton />

  const confirmDeletion = ({ id }: TaskPriority) =>
    deletion.mutate(id, {
      onSuccess: () => notifyOfSuccess(t('administration.priorities.deleted')),
      onError: error => {
        if (hasCode(error, 409)) showNotice({ color: 'red', message: t('administration.priorities.inUse') })
      },
      onSettled: () => setDoomed(undefined),
    })
  return (
    <RecordList
      text={t('administration.priorities.text')}
      createLabel={t('administration.priorities.create')}
      onCreate={() => setEdited('new')}
    >
      {priorities.map(priority => (
        <RecordRow
          key={priority.id}
          mark={<ColorSwatch color={priority.color} size={20} aria-hidden="true" />}
          name={priority.name}
          facts={
            <>
              <Text size="sm" c="dimmed">
                {t('administration.priorities.levelOf', { level: priority.level })}
              </Text>
              {priority.isDefault && <Badge color="teal">{t('administration.priorities.default')}</Badge>}
            </>
          }
          editLabel={t('administration.priorities.edit', { name: priority.name })}
          onEdit={() => setEdited(priority)}
          deleteLabel={t('administration.priorities.delete', { name: priority.name })}
          onDelete={priority.isDefault ? undefined : () => setDoomed(priority)}
        />
      ))}
      <PriorityDialog priority={edited} onClose={() => setEdited(undefined)} />
      <ConfirmDialog
        title={t('administration.priorities.deleteTitle', { name: doomed?.name ?? '' })}
        text={t('administration.priorities.deleteText')}
        action={t('actions.delete')}
        isOpen={doomed !== undefined}
        isPending={deletion.isPending}
        onConfirm={() => doomed && confirmDeletion(doomed)}
        onClose={() => setDoomed(undefined)}
      />
    </RecordList>
  )
}
