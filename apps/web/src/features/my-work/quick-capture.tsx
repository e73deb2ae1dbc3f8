import { readFormErrors } from '@atrium/ui/forms/form-errors'
import { IconPlus } from '@atrium/ui/icons'
import { ActionIcon, Button, Card, Chip, Group, Text, VisuallyHidden } from '@mantine/core'
import { type FormEvent, type Ref, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { placeName, usePersonalProject } from '../../data/boards/boards.ts'
import { useCaptureTask } from '../../data/changes/capture-task.ts'
import { addDays } from '../../data/days.ts'
import { TaskTextField } from '../../task-text/task-text-field.tsx'
import { taskOf, useTaskText } from '../../task-text/use-task-text.ts'
import { useVocabulary } from '../../task-text/vocabulary.ts'

interface QuickCaptureProps {
  today: string
  inputRef: Ref<HTMLTextAreaElement>
}

export function QuickCapture({ today, inputRef }: QuickCaptureProps) {
  const { t } = useTranslation()
  const { mutateAsync, data: added, error, reset } = useCaptureTask()
  const [title, setTitle] = useState('')
  const [due, setDue] = useState<string | null>(null)
  const { project } = usePersonalProject()
  // Loaded once something is typed.
  const vocabulary = useVocabulary(title ? project?.id : undefined)
  const task = useTaskText(vocabulary, title, next => {
    setTitle(next.replace(/\n/g, ' '))
    if (error) reset()
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!title.trim()) return
    // Immediately, so that the next title can be typed while this one is sent.
    task.clear()
    // A day in the text is more specific than the chip.
    const sent = { ...(due && { dueDate: due }), ...taskOf(task.parsed) }
    mutateAsync(sent).catch(() => setTitle(now => now || title)) // reported by the client
  }

  return (
    <Card component="form" onSubmit={submit} padding="sm" shadow="sm">
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <TaskTextField
          ref={inputRef}
          task={task}
          variant="unstyled"
          size="md"
          px="xs"
          aria-label={t('work.capture.label')}
          placeholder={t('work.capture.placeholder')}
          maxLength={500}
          error={readFormErrors(error, { fields: ['title'] }).fields.title}
        />
        <Button type="submit" size="md" px="md" visibleFrom="xs" leftSection={<IconPlus size={18} />}>
          {t('work.capture.submit')}
        </Button>
        <ActionIcon type="submit" size={42} hiddenFrom="xs" aria-label={t('work.capture.submit')}>
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
          {project?.boards[0] && (
            <Text size="xs" c="dimmed" ml="auto">
              {t('work.capture.place', { place: placeName(project.name, project.boards[0].name) })}
            </Text>
          )}
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
