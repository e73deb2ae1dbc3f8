import { hasStatus } from '@atrium/client/api-error'
import { EmptyState, ErrorState, LoadingSkeleton } from '@atrium/ui/feedback/states'
import { IconLock, IconMapOff, IconTrash } from '@atrium/ui/icons'
import { Button, Drawer, FocusTrap, Skeleton, Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useEscape } from './escape.ts'
import { useRestoreTask } from './task.queries.ts'

interface TaskPanelProps {
  label: string
  taskId: number
  onClose: () => void
  children: ReactNode
}

/** A drawer over the board; full screen on phones. */
export function TaskPanel({ label, taskId, onClose, children }: TaskPanelProps) {
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const panel = useRef<HTMLDivElement>(null)
  useReturnFocus(taskId)
  // The focus trap takes the focus only after a timeout: until then, Escape would go to what opened the panel.
  const showPanel = useCallback((content: HTMLDivElement | null) => {
    panel.current = content
    content?.focus({ preventScroll: true })
  }, [])

  const close = () => {
    // Fields save on blur.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    onClose()
  }
  useEscape(panel, close)

  return (
    <Drawer.Root
      opened
      onClose={close}
      position="right"
      size={isPhone ? '100%' : 'min(56rem, 92vw)'}
      closeOnEscape={false}
      transitionProps={{ duration: 0 }}
    >
      <Drawer.Overlay backgroundOpacity={0.35} />
      <Drawer.Content ref={showPanel} aria-label={label} data-task-panel tabIndex={-1}>
        <Drawer.Body p={0}>
          <FocusTrap.InitialFocus />
          {children}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

/** When the panel closes: to what opened it, or to the card of the task that it showed last. */
function useReturnFocus(taskId: number) {
  const first = useRef(taskId)
  const last = useRef(taskId)
  useEffect(() => {
    last.current = taskId
  }, [taskId])
  useEffect(() => {
    const opener = document.activeElement
    return () => {
      // After the focus trap of the panel is removed.
      setTimeout(() => {
        const id = last.current
        const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body
        const card = document.querySelector<HTMLElement>(`[href$="/task/${id}"], [href*="/task/${id}?"]`)
        const target = isThere && id === first.current ? opener : card
        if (document.activeElement === document.body) target?.focus()
      })
    }
  }, [])
}

interface TaskMissingProps {
  taskId: number
  error: unknown
  mayEdit: boolean
  onRetry: () => void
  onClose: () => void
}

/** Explains why the task can't be shown, and offers what the user can do. */
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
        icon={IconTrash}
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
        icon={IconLock}
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
        icon={IconMapOff}
        title={t('tasks.missing.notFoundTitle')}
        text={t('tasks.missing.notFoundText')}
      >
        {close}
      </EmptyState>
    )
  }
  return <ErrorState error={error} onRetry={onRetry} />
}

export function TaskSkeleton() {
  return (
    <LoadingSkeleton>
      <Stack p="lg" gap="lg">
        <Skeleton h={20} w={80} />
        <Skeleton h={30} w="70%" />
        <Skeleton h={120} />
        <Skeleton h={200} />
      </Stack>
    </LoadingSkeleton>
  )
}
