import type { Task } from '@atrium/tasks/tasks/task.contract'
import { ColorSwatch, Group, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { prioritiesQuery, usePriorityName } from '../../data/tasks.ts'
import { useSaveTask } from './save-task.tsx'

export function PriorityField({ task, mayEdit }: { task: Task; mayEdit: boolean }) {
  const { t } = useTranslation()
  const save = useSaveTask()
  const nameOf = usePriorityName()
  const { data: priorities = [] } = useQuery(prioritiesQuery)
  const swatchOf = (id: string) => {
    const priority = priorities.find(other => String(other.id) === id)
    return priority && <ColorSwatch color={priority.color} size={12} withShadow={false} />
  }
  return (
    <Select
      label={t('tasks.fields.priorityId')}
      data={priorities.map(priority => ({ value: String(priority.id), label: nameOf(priority) }))}
      value={String(task.priorityId)}
      onChange={id => id && void save({ priorityId: Number(id) })}
      renderOption={({ option }) => (
        <Group gap="xs">
          {swatchOf(option.value)}
          {option.label}
        </Group>
      )}
      leftSection={swatchOf(String(task.priorityId))}
      readOnly={!mayEdit}
      allowDeselect={false}
    />
  )
}
