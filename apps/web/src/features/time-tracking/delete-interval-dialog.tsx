import type { TimeInterval } from '@atrium/tasks/time-tracking/time-interval.contract'
import { Dialog } from '@atrium/ui/dialog'
import { durationText } from '@atrium/ui/duration-text'
import { notifyOfSuccess } from '@atrium/ui/notify'
import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRemoveInterval } from './time.queries.ts'

interface DeleteIntervalDialogProps {
  interval: TimeInterval | undefined
  isOpen: boolean
  onClose: () => void
}

export function DeleteIntervalDialog({ interval, isOpen, onClose }: DeleteIntervalDialogProps) {
  const { t, i18n } = useTranslation()
  const { mutate, isPending } = useRemoveInterval()
  if (!interval) return null
  const { startedAt, duration, task } = interval
  const seconds = duration ?? (Date.now() - Date.parse(startedAt)) / 1000
  const done = () => {
    onClose()
    notifyOfSuccess(t('time.interval.deleted'))
  }
  return (
    <Dialog title={t('time.interval.deleteTitle')} isOpen={isOpen} onClose={onClose}>
      <Text>
        {t('time.interval.deleteText', {
          duration: durationText(seconds, i18n.language),
          title: task.title,
        })}
      </Text>
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('actions.cancel')}
        </Button>
        <Button color="red.9" loading={isPending} onClick={() => mutate(interval, { onSuccess: done })}>
          {t('actions.delete')}
        </Button>
      </Group>
    </Dialog>
  )
}
