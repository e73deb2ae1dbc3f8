import type { ListedBoard } from '@atrium/tasks/boards/board.contract'
import type { formErrors } from '@atrium/ui/form-errors'
import { Button, Group, Stack, TagsInput, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormAlert } from './form-alert.tsx'

export interface BoardFields {
  name: string
  description: string | null
  columns: string[]
}

interface BoardFormProps {
  board?: ListedBoard
  errors: ReturnType<typeof formErrors<keyof BoardFields>>
  isPending: boolean
  onChange: () => void
  onCancel: () => void
  onSubmit: (fields: BoardFields) => void
}

export function BoardForm({ board, errors, isPending, onChange, onCancel, onSubmit }: BoardFormProps) {
  const { t } = useTranslation()
  const [columns, setColumns] = useState<string[]>([])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const description = String(form.get('description')).trim() || null
    onSubmit({ name: String(form.get('name')).trim(), description, columns })
  }
  return (
    <form onSubmit={submit} onChange={onChange}>
      <Stack>
        <FormAlert messages={errors.rest} />
        <TextInput
          name="name"
          label={t('projects.boards.name')}
          defaultValue={board?.name}
          error={errors.fields.name}
          required
          maxLength={200}
          autoComplete="off"
          data-autofocus
        />
        <Textarea
          name="description"
          label={t('projects.create.description')}
          defaultValue={board?.description ?? ''}
          error={errors.fields.description}
          autosize
          minRows={2}
          maxRows={8}
        />
        {!board && (
          <TagsInput
            label={t('projects.boards.columnTitles')}
            description={t('projects.boards.columnsHint')}
            placeholder={columns.length ? '' : t('projects.boards.columnsDefault')}
            value={columns}
            onChange={setColumns}
            error={errors.fields.columns}
            maxTags={50}
            acceptValueOnBlur
            clearable
          />
        )}
        <Group justify="flex-end" gap="sm" mt="xs">
          <Button variant="default" onClick={onCancel}>
            {t('actions.cancel')}
          </Button>
          <Button type="submit" loading={isPending}>
            {t(board ? 'actions.save' : 'actions.create')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
