import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { allProjectsQuery } from '../../../data/projects.ts'
import { tasksQuery } from '../../../data/tasks.ts'

interface TaskSelectProps extends Omit<SelectProps, 'value' | 'onChange'> {
  value: number | null
  onChange: (taskId: number | null) => void
}

/** Finds a task by title or number; before anything is typed, it offers the user's own. */
export function TaskSelect({ value, onChange, ...props }: TaskSelectProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null)
  const [asked] = useDebouncedValue(search === chosen?.label ? '' : search.trim(), 200)
  const filters = asked ? { search: asked } : { assigneeId: 'me', completed: false }
  const { data: tasks } = useQuery(tasksQuery({ ...filters, orderBy: '-updatedAt', limit: 20 }))
  const { data: projects } = useQuery(allProjectsQuery)
  const found = (tasks?.items ?? []).map(({ id, number, title, projectId }) => {
    const project = projects?.find(one => one.id === projectId)
    return { value: String(id), label: [`#${number} ${title}`, project?.name].filter(Boolean).join(' · ') }
  })
  const isMissing = chosen && !found.some(option => option.value === chosen.value)
  return (
    <Select
      {...props}
      label={t('time.interval.task')}
      placeholder={t('time.interval.taskPlaceholder')}
      nothingFoundMessage={t('time.interval.taskNothing')}
      data={isMissing ? [chosen, ...found] : found}
      // The server has already searched.
      filter={({ options }) => options}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      value={value === null ? null : String(value)}
      onChange={(next, option) => {
        setChosen(next ? option : null)
        onChange(next ? Number(next) : null)
      }}
      required
      data-autofocus
    />
  )
}
