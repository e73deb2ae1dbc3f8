import type { NewTask } from '@atrium/tasks/tasks/task.contract'
import { readFormErrors } from '@atrium/ui/forms/form-errors'
import { IconPlus } from '@atrium/ui/icons'
import { ActionIcon, Button, Card, Chip, Group, TextInput, VisuallyHidden } from '@mantine/core'
import { type FormEvent, type Ref, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addDays } from '../../data/days.ts'
import { useCaptureTask } from '../../data/tasks.ts'

interface QuickCaptureProps {
  today: string
  inputRef: Ref<HTMLInputElement>
}

export function QuickCapture({ today, inputRef }: QuickCaptureProps) {
  const { t } = useTranslation()
  const { mutate, data: added, error, isPending, reset } = useCaptureTask()
  const [title, setTitle] = useState('')
  const [due, setDue] = useState<string | null>(null)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const task: NewTask = { title: title.trim(), ...(due && { dueDate: due }) }
    if (!task.title || isPending) return
    // Immediately, so that the next title can be typed while this one is sent.
    setTitle('')
    mutate(task, { onError: () => setTitle(now => now || task.title) })
  }

  return (
    <Card component="form" onSubmit={submit} padding="sm" shadow="sm">
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <TextInput
          ref={inputRef}
          flex={1}
          variant="unstyled"
          size="md"
          px="xs"
          aria-label={t('work.capture.label')}
          placeholder={t('work.capture.placeholder')}
          maxLength={500}
          autoComplete="off"
          value={title}
          onChange={event => {
            setTitle(event.currentTarget.value)
            if (error) reset()
          }}
          error={readFormErrors(error, { fields: ['title'] }).fields.title}
        />
        <Button
          type="submit"
          size="md"
          px="md"
          visibleFrom="xs"
          loading={isPending}
          leftSection={<IconPlus size={18} />}
        >
          {t('work.capture.submit')}
        </Button>
        <ActionIcon
          type="submit"
          size={42}
          hiddenFrom="xs"
          loading={isPending}
          aria-label={t('work.capture.submit')}
        >
          <IconPlus size={20} />
        </ActionIcon>
      </Group>
      <Chip.Group value={due} onChange={setDue}>
        <Group gap={6} px="xs" pt={6} role="group" aria-label={t('work.capture.when')}>
          <DueChip day={today} label={t('work.capture.today')} due={due} onClear={() => setDue(null)} />
          <DueChip
            day={addDays(today, 1)}
            label={t('work.capture.tomorrow')}
            due={due}
            onClear={() => setDue(null)}
          />
        </Group>
      </Chip.Group>
      <VisuallyHidden role="status">
        {added && t('work.capture.added', { title: added.title })}
      </VisuallyHidden>
    </Card>
  )
}

interface DueChipProps {
  day: string
  label: string
  due: string | null
  onClear: () => void
}

/** A second press clears the date. */
function DueChip({ day, label, due, onClear }: DueChipProps) {
  return (
    <Chip value={day} size="xs" variant="light" onClick={() => due === day && onClear()}>
      {label}
    </Chip>
  )
}
