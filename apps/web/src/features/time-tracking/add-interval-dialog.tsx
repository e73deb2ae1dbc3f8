import { Dialog } from '@atrium/ui/dialog'
import { formErrors } from '@atrium/ui/form-errors'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IntervalForm, intervalFields } from './interval-form.tsx'
import { instantsOf, suggestedTimes } from './interval-times.ts'
import { TaskSelect } from './task-select.tsx'
import { useAddInterval } from './time.queries.ts'

interface AddIntervalDialogProps {
  isOpen: boolean
  onClose: () => void
  date: string
  timeZone: string
}

export function AddIntervalDialog({ isOpen, onClose, date, timeZone }: AddIntervalDialogProps) {
  const { t } = useTranslation()
  const [taskId, setTaskId] = useState<number | null>(null)
  const { mutate, error, isPending, reset } = useAddInterval()
  const close = () => {
    reset()
    setTaskId(null)
    onClose()
  }
  const errors = formErrors(error, [...intervalFields])
  return (
    <Dialog title={t('time.interval.addTitle')} isOpen={isOpen} onClose={close}>
      <IntervalForm
        times={suggestedTimes(date, timeZone)}
        note=""
        errors={errors}
        isPending={isPending}
        onCancel={close}
        onSubmit={(times, note) => {
          if (taskId === null) return
          mutate({ taskId, ...instantsOf(times, timeZone), ...(note && { note }) }, { onSuccess: close })
        }}
      >
        <TaskSelect value={taskId} onChange={setTaskId} error={errors.fields.taskId} />
      </IntervalForm>
    </Dialog>
  )
}
