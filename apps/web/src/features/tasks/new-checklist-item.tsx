import { IconPlus } from '@atrium/ui/icons'
import { TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAddItem } from './checklist.queries.ts'

/** Enter adds and goes on; what the server refuses comes back into the field. */
export function NewChecklistItem({ taskId }: { taskId: number }) {
  const { t } = useTranslation()
  const { mutate } = useAddItem(taskId)
  const [title, setTitle] = useState('')

  const add = (event: FormEvent) => {
    event.preventDefault()
    const added = title.trim()
    if (!added) return
    setTitle('')
    mutate(added, { onError: () => setTitle(now => now || added) })
  }
  return (
    <form onSubmit={add}>
      <TextInput
        variant="unstyled"
        size="sm"
        aria-label={t('tasks.checklist.add')}
        placeholder={t('tasks.checklist.add')}
        leftSection={<IconPlus size={16} />}
        value={title}
        onChange={event => setTitle(event.currentTarget.value)}
        maxLength={500}
        autoComplete="off"
      />
    </form>
  )
}
