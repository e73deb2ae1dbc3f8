import type { TimeInterval } from '@atrium/tasks/time-tracking/time-interval.contract'
import { Dialog } from '@atrium/ui/dialog'
import { formErrors } from '@atrium/ui/form-errors'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { IntervalForm, intervalFields } from './interval-form.tsx'
import { changedInstants, timesOfInterval } from './interval-times.ts'
import { useChangeInterval } from './time.queries.ts'

interface EditIntervalDialogProps {
  interval: TimeInterval | undefined
  isOpen: boolean
  onClose: () => void
  timeZone: string
}

export function EditIntervalDialog({ interval, isOpen, onClose, timeZone }: EditIntervalDialogProps) {
  const { t } = useTranslation()
  const { mutate, error, isPending, reset } = useChangeInterval()
  const close = () => {
    reset()
    onClose()
  }
  if (!interval) return null
  const before = timesOfInterval(interval, timeZone)
  return (
    <Dialog title={t('time.interval.editTitle')} isOpen={isOpen} onClose={close}>
      <IntervalForm
        times={before}
        note={interval.note ?? ''}
        errors={formErrors(error, [...intervalFields])}
        isPending={isPending}
        onCancel={close}
        onSubmit={(times, note) =>
          mutate(
            { id: interval.id, ...changedInstants(before, times, timeZone), note: note || null },
            { onSuccess: close },
          )
        }
      >
        <Text fw={600}>{interval.task.title}</Text>
      </IntervalForm>
    </Dialog>
  )
}
