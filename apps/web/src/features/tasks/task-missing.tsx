import { hasStatus } from '@atrium/client/api-error'
import { EmptyState, ErrorState } from '@atrium/ui/feedback/states'
import { IconLock, IconMapOff, IconTrash } from '@atrium/ui/icons'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRestoreTask } from './task.queries.ts'

interface TaskMissingProps {
  taskId: number
  error: unknown
  mayEdit: boolean
  onRetry: () => void
  onClose: () => void
}

/** Why there is no task to show, and what can be done about it. */
export function TaskMissing({ taskId, error, mayEdit, onRetry, onClose }: TaskMissingProps) {
  const { t } = useTranslation()
  const restore = useRestoreTask(taskId)
  const close = (
    <Button variant="default" onClick={onClose}>
      {t('tasks.missing.close')}
    </Button>
  )
  if (hasStatus(error, 410)) {
    return (
      <EmptyState
        icon={<IconTrash stroke={1.5} />}
        title={t('tasks.missing.deletedTitle')}
        text={t(mayEdit ? 'tasks.missing.deletedText' : 'tasks.missing.deletedForViewers')}
      >
        {mayEdit && (
          <Button loading={restore.isPending} onClick={() => restore.mutate()}>
            {t('tasks.missing.restore')}
          </Button>
        )}
        {close}
      </EmptyState>
    )
  }
  if (hasStatus(error, 403)) {
    return (
      <EmptyState
        icon={<IconLock stroke={1.5} />}
        title={t('tasks.missing.forbiddenTitle')}
        text={t('tasks.missing.forbiddenText')}
      >
        {close}
      </EmptyState>
    )
  }
  if (hasStatus(error, 404) || hasStatus(error, 422)) {
    return (
      <EmptyState
        icon={<IconMapOff stroke={1.5} />}
        title={t('tasks.missing.notFoundTitle')}
        text={t('tasks.missing.notFoundText')}
      >
        {close}
      </EmptyState>
    )
  }
  return <ErrorState error={error} onRetry={onRetry} />
}
