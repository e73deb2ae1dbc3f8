import { taskKey } from '@atrium/tasks/projects/project-key.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { IconX } from '@atrium/ui/icons'
import { ActionIcon, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { allProjectsQuery } from '../../../data/projects.ts'
import { type TaskFilters, tasksQuery } from '../../../data/tasks.ts'
import { type LinkType, useAddLink } from './relation.queries.ts'
import classes from './relations.module.css'

const types: LinkType[] = ['blockedBy', 'blocks', 'relatesTo', 'duplicates', 'duplicatedBy', 'subtaskOf']

/** Choosing a task adds it; the fields stay for the next one. */
export function AddLink({ task, onClose }: { task: Task; onClose: () => void }) {
  const { t } = useTranslation()
  const [type, setType] = useState<LinkType>('blockedBy')
  const { mutate: add, isPending } = useAddLink(task.id)
  const offered = task.parentId === null ? types : types.filter(one => one !== 'subtaskOf')
  const choose = (taskId: number) =>
    add({ type, taskId }, { onSuccess: () => type === 'subtaskOf' && onClose() })
  return (
    <div className={classes.form}>
      <Select
        className={classes.choice}
        aria-label={t('tasks.relations.type')}
        data={offered.map(value => ({ value, label: t(`tasks.relations.types.${value}`) }))}
        value={type}
        onChange={next => next && setType(next as LinkType)}
        allowDeselect={false}
        size="sm"
      />
      <FoundTask
        isPending={isPending}
        isOffered={({ id }) => id !== task.id}
        // Only a relation can lead to another project.
        filters={type === 'subtaskOf' ? { projectId: String(task.projectId) } : {}}
        onChoose={choose}
      />
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('actions.close')} onClick={onClose}>
        <IconX size={18} stroke={1.75} />
      </ActionIcon>
    </div>
  )
}

interface FoundTaskProps {
  isPending: boolean
  isOffered: (task: Task) => boolean
  filters: TaskFilters
  onChoose: (taskId: number) => void
}

/** Finds a task by title or number; before anything is typed, it offers those that changed last. */
function FoundTask({ isPending, isOffered, filters, onChoose }: FoundTaskProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [term] = useDebouncedValue(search.trim(), 200)
  const matching = { ...filters, ...(term && { search: term }) }
  const { data: tasks } = useQuery(tasksQuery({ ...matching, orderBy: '-updatedAt', limit: 20 }))
  const { data: projects } = useQuery(allProjectsQuery)
  const found = (tasks?.items ?? []).filter(isOffered).map(({ id, number, title, projectId }) => {
    const project = projects?.find(one => one.id === projectId)
    const label = `${taskKey(number, project?.key)} ${title}`
    return { value: String(id), label: [label, project?.name].filter(Boolean).join(' · ') }
  })
  return (
    <Select
      className={classes.search}
      aria-label={t('tasks.relations.task')}
      placeholder={t('tasks.relations.search')}
      nothingFoundMessage={t('tasks.relations.nothing')}
      data={found}
      // The server has already searched.
      filter={({ options }) => options}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      value={null}
      onChange={next => {
        if (next) onChoose(Number(next))
        setSearch('')
      }}
      disabled={isPending}
      comboboxProps={{ middlewares: { flip: true, shift: true } }}
      size="sm"
      autoFocus
    />
  )
}
