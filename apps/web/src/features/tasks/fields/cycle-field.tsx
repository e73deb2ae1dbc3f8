import type { Task } from '@atrium/tasks/tasks/task.contract'
import { IconRotateClockwise } from '@atrium/ui/icons'
import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCycleHint, useCycles } from '../../../data/planning/cycles.ts'
import { useSaveTask } from '../saving/save-task.tsx'

/** Nothing in projects that have no cycles. */
export function CycleField({ task }: { task: Task }) {
  const { t } = useTranslation()
  const save = useSaveTask()
  const hintOf = useCycleHint()
  const cycles = useCycles(task.projectId)
  const offered = cycles.filter(({ id, finishedAt }) => !finishedAt || id === task.cycleId)
  if (offered.length === 0) return null
  return (
    <Select
      label={t('tasks.fields.cycleId')}
      placeholder={t('cycles.none')}
      data={offered.map(cycle => ({ value: String(cycle.id), label: `${cycle.name} · ${hintOf(cycle)}` }))}
      value={task.cycleId === null ? null : String(task.cycleId)}
      onChange={id => void save({ cycleId: id ? Number(id) : null })}
      leftSection={task.cycleId !== null && <IconRotateClockwise size={16} stroke={1.75} />}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      clearable
      clearButtonProps={{ 'aria-label': t('cycles.leave') }}
      searchable
      nothingFoundMessage={t('boards.fields.nothing')}
    />
  )
}
