import type { Task } from '@atrium/tasks/tasks/task.contract'
import { IconCalendarDue, IconChevronDown, IconProgress, IconRotateClockwise } from '@atrium/ui/icons'
import { ColorSwatch, Group, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useToday } from '../../../data/account/user-settings.ts'
import { daysUntil } from '../../../data/days.ts'
import { assigneeIdsOf } from '../../../data/people/assignees.ts'
import { PeopleAvatars } from '../../../data/people/people-avatars.tsx'
import { prioritiesQuery } from '../../../data/planning/priorities.ts'
import { PriorityIcon } from '../../../data/planning/priority-icon.tsx'
import { membersQuery } from '../../../data/projects/projects.ts'
import { useTaskWords } from '../words/task-words.ts'
import classes from './property-chips.module.css'

interface PropertyChipsProps {
  task: Task
  isOpen: boolean
  /** The id of the rows that the last chip shows and hides. */
  rowsId: string
  onToggle: () => void
  /** Opens the editor of a field. */
  onEdit: (field: string) => void
}

/** The main properties in one glance under the title of a phone; a chip opens the row of its field. */
export function PropertyChips({ task, isOpen, rowsId, onToggle, onEdit }: PropertyChipsProps) {
  const { t } = useTranslation()
  const wordsFor = useTaskWords(task)
  const today = useToday()
  const { data: members = [] } = useQuery(membersQuery(task.projectId))
  const { data: priorities = [] } = useQuery(prioritiesQuery)
  const assigneeIds = assigneeIdsOf(task)
  const assignees = assigneeIds.flatMap(id => members.find(({ userId }) => userId === id)?.user ?? [])
  const priority = priorities.find(({ id }) => id === task.priorityId)
  const isOverdue = task.dueDate !== null && !task.completedAt && daysUntil(task.dueDate, today) < 0
  const chip = (field: string, icon: ReactNode, words: string | undefined, isLate = false) => (
    <UnstyledButton className={classes.chip} data-late={isLate || undefined} onClick={() => onEdit(field)}>
      {icon}
      <span className={classes.words}>{words}</span>
    </UnstyledButton>
  )
  return (
    <Group className={classes.chips} gap={6} role="group" aria-label={t('tasks.fields.main')}>
      {chip('columnId', <IconProgress size={16} stroke={1.75} />, wordsFor('columnId', task.columnId))}
      {chip(
        'assigneeId',
        assignees.length > 0 && <PeopleAvatars people={assignees} size={18} />,
        assigneeIds.map(id => wordsFor('assigneeId', id)).join(', ') || t('tasks.fields.nobody'),
      )}
      {priority &&
        chip('priorityId', <PriorityIcon priority={priority} />, wordsFor('priorityId', priority.id))}
      {chip(
        'dueDate',
        <IconCalendarDue size={16} stroke={1.75} />,
        task.dueDate === null ? t('tasks.fields.noDate') : wordsFor('dueDate', task.dueDate),
        isOverdue,
      )}
      {task.cycleId !== null &&
        chip('cycleId', <IconRotateClockwise size={16} stroke={1.75} />, wordsFor('cycleId', task.cycleId))}
      {task.stickers.map(({ id, color, name }) => (
        <span key={id} className={classes.chip}>
          <ColorSwatch color={color} size={10} withShadow={false} component="span" />
          <span className={classes.words}>{name}</span>
        </span>
      ))}
      <UnstyledButton
        className={classes.chip}
        aria-expanded={isOpen}
        aria-controls={rowsId}
        onClick={onToggle}
      >
        {t('tasks.fields.label')}
        <IconChevronDown size={16} stroke={1.75} className={classes.chevron} />
      </UnstyledButton>
    </Group>
  )
}
