import { ConfirmDialog } from '@atrium/ui/dialogs/confirm-dialog'
import { Dialog } from '@atrium/ui/dialogs/dialog'
import { Anchor, Button, CopyButton, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { type QueuedChange, textOf } from '../../changes/queued-change.ts'
import { notifyOfRefusedChange } from '../../data/changes/change-task.ts'
import { discardChange, repeatChange, useChangeQueue } from '../../data/changes/task-changes.ts'
import { taskQuery } from '../../data/tasks/tasks.ts'
import classes from './queued-changes-dialog.module.css'

interface QueuedChangesDialogProps {
  isOpen: boolean
  onClose: () => void
}

/** What waits for the server, and what it has refused while nobody was there to see it. */
export function QueuedChangesDialog({ isOpen, onClose }: QueuedChangesDialogProps) {
  const { t } = useTranslation()
  const { waiting, refused } = useChangeQueue()
  return (
    <Dialog title={t('queue.title')} isOpen={isOpen} onClose={onClose}>
      <Stack>
        {refused.length > 0 && (
          <Section title={t('queue.refused')} hint={t('queue.refusedHint')} changes={refused} />
        )}
        {waiting.length > 0 && (
          <Section title={t('queue.waiting')} hint={t('queue.waitingHint')} changes={waiting} />
        )}
        {refused.length + waiting.length === 0 && <Text>{t('queue.none')}</Text>}
      </Stack>
    </Dialog>
  )
}

interface SectionProps {
  title: string
  hint: string
  changes: QueuedChange[]
}

function Section({ title, hint, changes }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Title order={3} size="h5" id={id}>
        {title}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {hint}
      </Text>
      <ul className={classes.list}>
        {changes.map(change => (
          <Entry key={change.id} change={change} />
        ))}
      </ul>
    </section>
  )
}

function Entry({ change }: { change: QueuedChange }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { request, refusal } = change
  const text = textOf(change)
  const repeat = () => repeatChange(queryClient, change).catch(notifyOfRefusedChange)
  return (
    <li className={classes.entry}>
      <Text size="sm" fw={500}>
        {t(`queue.kinds.${request.kind}`)}
        {request.kind !== 'create' && <TaskName id={request.taskId} />}
      </Text>
      {text && (
        <Text size="sm" lineClamp={4} className={classes.text}>
          {text}
        </Text>
      )}
      {refusal && (
        <Text size="xs" c="var(--mantine-color-error)">
          {refusal.details.reason === 'maybe_saved' ? t('queue.maybeSaved') : refusal.message}
        </Text>
      )}
      <Group gap="xs" mt={4}>
        {refusal && (
          <Button size="compact-xs" variant="light" onClick={repeat}>
            {t('actions.retry')}
          </Button>
        )}
        {text && (
          <CopyButton value={text}>
            {({ copied, copy }) => (
              <Button size="compact-xs" variant="default" onClick={copy}>
                {copied ? t('actions.copied') : t('queue.copy')}
              </Button>
            )}
          </CopyButton>
        )}
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          onClick={() => discardChange(queryClient, change.id)}
        >
          {t('queue.discard')}
        </Button>
      </Group>
    </li>
  )
}

function TaskName({ id }: { id: number }) {
  const { data } = useQuery({ ...taskQuery(id), enabled: false })
  return (
    <>
      {' · '}
      <Anchor component={Link} to={`/task/${id}` as string}>
        {data?.title ?? `#${id}`}
      </Anchor>
    </>
  )
}

interface SignOutDialogProps extends QueuedChangesDialogProps {
  onConfirm: () => void
}

/** A sign-out deletes what waits. */
export function SignOutDialog({ isOpen, onClose, onConfirm }: SignOutDialogProps) {
  const { t } = useTranslation()
  const { waiting, refused } = useChangeQueue()
  return (
    <ConfirmDialog
      title={t('queue.signOut.title')}
      text={t('queue.signOut.text', { count: waiting.length + refused.length })}
      action={t('queue.signOut.action')}
      isOpen={isOpen}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  )
}
