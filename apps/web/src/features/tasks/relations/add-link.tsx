import type { Task } from '@atrium/tasks/tasks/task.contract'
import { SearchedSelect } from '@atrium/ui/forms/searched-select'
import { IconButton } from '@atrium/ui/icon-button'
import { IconX } from '@atrium/ui/icons'
import { Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTaskOptions } from '../../../data/tasks/task-options.ts'
import type { TaskFilters } from '../../../data/tasks/tasks.ts'
import { type LinkType, useAddLink } from './relation.queries.ts'
import classes from './relations.module.css'

const types: LinkType[] = ['blockedBy', 'blocks', 'relatesTo', 'duplicates', 'duplicatedBy', 'subtaskOf']

/** Choosing a task adds it; the fields stay for the next one. */
export function AddLink({ task, onClose }: { task: Task; onClose: () => void }) {
  const { t } = useTranslation()
  const [type, setType] = useState<LinkType>('blockedBy')
  const add = useAddLink(task.id)
  const offered = task.parentId === null ? types : types.filter(one => one !== 'subtaskOf')
  const choose = (taskId: number, label: string) => {
    add({ type, taskId, label })
    if (type === 'subtaskOf') onClose()
  }
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
        exceptId={task.id}
        // Only a relation can lead to another project.
        filters={type === 'subtaskOf' ? { projectId: String(task.projectId) } : {}}
        onChoose={choose}
      />
      <IconButton icon={IconX} iconSize={18} label={t('actions.close')} size="lg" onClick={onClose} />
    </div>
  )
}

interface FoundTaskProps {
  exceptId: number
  filters: TaskFilters
  onChoose: (taskId: number, label: string) => void
}

/** Finds a task by title or number; before anything is typed, it offers those that changed last. */
function FoundTask({ exceptId, filters, onChoose }: FoundTaskProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const { options, isSearching } = useTaskOptions(search.trim(), { always: filters })
  return (
    <SearchedSelect
      className={classes.search}
      aria-label={t('tasks.relations.task')}
      placeholder={t('tasks.relations.search')}
      nothingFoundMessage={t('tasks.relations.nothing')}
      data={options.filter(({ value }) => value !== String(exceptId))}
      isSearching={isSearching}
      searchValue={search}
      onSearchChange={setSearch}
      value={null}
      onChange={(next, option) => {
        if (next && option) onChoose(Number(next), option.label)
        setSearch('')
      }}
      comboboxProps={{ middlewares: { flip: true, shift: true } }}
      size="sm"
      autoFocus
    />
  )
}
