import type { formErrors } from '@atrium/ui/form-errors'
import { Alert, Button, Group, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { IntervalTimes } from './interval-times.ts'

export const intervalFields = ['taskId', 'startedAt', 'endedAt', 'duration', 'note'] as const

interface IntervalFormProps {
  times: IntervalTimes
  note: string
  errors: ReturnType<typeof formErrors<(typeof intervalFields)[number]>>
  isPending: boolean
  onCancel: () => void
  onSubmit: (times: IntervalTimes, note: string) => void
  /** The field of the task. */
  children?: ReactNode
}

export function IntervalForm({
  times,
  note,
  errors,
  isPending,
  onCancel,
  onSubmit,
  children,
}: IntervalFormProps) {
  const { t } = useTranslation()
  const [isSameTime, setIsSameTime] = useState(false)
  const { fields, rest } = errors
  const hasEnd = times.to !== ''

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name) ?? '')
    const entered = { day: text('day'), from: text('from'), to: hasEnd ? text('to') : '' }
    // Unchanged it may be a timer that ran for seconds.
    const isSame = entered.from === entered.to && times.from !== times.to
    setIsSameTime(isSame)
    if (!isSame) onSubmit(entered, text('note').trim())
  }

  return (
    <form onSubmit={submit} onChange={() => setIsSameTime(false)}>
      <Stack>
        {rest.length > 0 && (
          <Alert color="red" role="alert">
            {rest.join(' ')}
          </Alert>
        )}
        {children}
        <TextInput name="day" type="date" label={t('time.interval.day')} defaultValue={times.day} required />
        <SimpleGrid cols={2}>
          <TextInput
            name="from"
            type="time"
            label={t('time.interval.from')}
            defaultValue={times.from}
            error={fields.startedAt}
            required
            data-autofocus
          />
          {hasEnd && (
            <TextInput
              name="to"
              type="time"
              label={t('time.interval.to')}
              description={t('time.interval.toNextDay')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              defaultValue={times.to}
              error={isSameTime ? t('time.interval.sameTime') : (fields.endedAt ?? fields.duration)}
              required
            />
          )}
        </SimpleGrid>
        <Textarea
          name="note"
          label={t('time.interval.note')}
          defaultValue={note}
          error={fields.note}
          maxLength={2000}
          autosize
          minRows={2}
        />
        <Group justify="flex-end" gap="sm" mt="xs">
          <Button variant="default" onClick={onCancel}>
            {t('actions.cancel')}
          </Button>
          <Button type="submit" loading={isPending}>
            {t('actions.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
