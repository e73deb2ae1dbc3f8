import { taskKey } from '@atrium/tasks/projects/project-key.contract'
import { IconPlus } from '@atrium/ui/icons'
import { Group, Progress, Text, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './item-list.module.css'
import { SectionTitle } from './task-layout.tsx'

interface ItemProgressProps {
  title: string
  done: number
  total: number
  /** The accessible name of the bar. */
  label: string
}

/** The title of a list, with how much of it is done. */
export function ItemProgress({ title, done, total, label }: ItemProgressProps) {
  const { t } = useTranslation()
  return (
    <>
      <Group justify="space-between">
        <SectionTitle>{title}</SectionTitle>
        {total > 0 && (
          <Text size="sm" c="dimmed" role="status">
            {t('tasks.checklist.progress', { done, total })}
          </Text>
        )}
      </Group>
      {total > 0 && <Progress value={(100 * done) / total} size="sm" aria-label={label} />}
    </>
  )
}

interface NewItemProps {
  id?: string
  label: string
  isFocused?: boolean
  onAdd: (title: string, options: { onError: () => void }) => void
}

/** Enter adds the item and keeps the field open; a refused title returns to the field. */
export function NewItem({ id, label, isFocused = false, onAdd }: NewItemProps) {
  const [title, setTitle] = useState('')

  const add = (event: FormEvent) => {
    event.preventDefault()
    const added = title.trim()
    if (!added) return
    setTitle('')
    onAdd(added, { onError: () => setTitle(now => now || added) })
  }
  return (
    <form onSubmit={add}>
      <TextInput
        id={id}
        variant="unstyled"
        size="sm"
        aria-label={label}
        placeholder={label}
        leftSection={<IconPlus size={16} />}
        value={title}
        onChange={event => setTitle(event.currentTarget.value)}
        maxLength={500}
        autoFocus={isFocused}
        autoComplete="off"
      />
    </form>
  )
}

interface TaskLinkProps {
  task: { id: number; boardId: number; number: number; title: string; completedAt: string | null }
  projectKey: string | null | undefined
}

/** Another task in a list. */
export function TaskLink({ task: { id, boardId, number, title, completedAt }, projectKey }: TaskLinkProps) {
  return (
    <Link
      to="/board/$boardId/task/$taskId"
      params={{ boardId, taskId: id }}
      className={classes.title}
      data-done={completedAt !== null || undefined}
    >
      <span className={classes.key}>{taskKey(number, projectKey)}</span> {title}
    </Link>
  )
}
