import { Dialog } from '@atrium/ui/dialog'
import { formErrors } from '@atrium/ui/form-errors'
import { Button, Group, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCreateTask } from './create-task.ts'

interface NewTaskDialogProps {
  isOpen: boolean
  onClose: () => void
  /** The board that is on the screen. */
  boardId: number | undefined
}

export function NewTaskDialog({ isOpen, onClose, boardId }: NewTaskDialogProps) {
  const { t } = useTranslation()
  const { create, error, isPending, reset } = useCreateTask()
  const [place, setPlace] = useState('here')
  const close = () => {
    reset()
    onClose()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const title = String(new FormData(event.currentTarget).get('title')).trim()
    create(title, place === 'here' ? boardId : undefined, close)
  }
  const errors = formErrors(error, ['title'])
  return (
    <Dialog title={t('work.newTask.title')} isOpen={isOpen} onClose={close}>
      <form onSubmit={submit} onChange={reset}>
        <Stack>
          <TextInput
            name="title"
            label={t('work.newTask.name')}
            error={errors.fields.title ?? errors.rest[0]}
            required
            maxLength={500}
            autoComplete="off"
            data-autofocus
          />
          {boardId !== undefined && (
            <SegmentedControl
              aria-label={t('work.newTask.place')}
              value={place}
              onChange={setPlace}
              data={[
                { value: 'here', label: t('work.newTask.here') },
                { value: 'personal', label: t('work.newTask.personal') },
              ]}
            />
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={close}>
              {t('actions.cancel')}
            </Button>
            <Button type="submit" loading={isPending}>
              {t('actions.create')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
