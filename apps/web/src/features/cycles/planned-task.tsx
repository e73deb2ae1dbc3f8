import { taskKey } from '@atrium/tasks/projects/project-key.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { durationText } from '@atrium/ui/durations'
import { IconButton } from '@atrium/ui/icon-button'
import { IconArrowsRightLeft, IconCircleCheckFilled } from '@atrium/ui/icons'
import { Popover } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { assigneeIdsOf } from '../../data/people/assignees.ts'
import { PeopleAvatars } from '../../data/people/people-avatars.tsx'
import { prioritiesQuery } from '../../data/planning/priorities.ts'
import { PriorityIcon } from '../../data/planning/priority-icon.tsx'
import { membersQuery } from '../../data/projects/projects.ts'
import { CycleChoices } from '../../task-text/cycle-choices.tsx'
import classes from './planning.module.css'
import { usePlannedTaskDrag } from './planning-drag.ts'

interface PlannedTaskProps {
  task: Task
  projectKey: string | null
  mayWrite: boolean
  onPlan: (task: Task, cycleId: number | null) => void
}

/** A line that can be dragged; its button does the same with the keyboard. */
export function PlannedTask({ task, projectKey, mayWrite, onPlan }: PlannedTaskProps) {
  const { i18n } = useTranslation()
  const line = useRef<HTMLLIElement>(null)
  const isDragged = usePlannedTaskDrag(line, task, mayWrite)
  const { data: priorities } = useQuery(prioritiesQuery)
  const { data: members = [] } = useQuery(membersQuery(task.projectId))
  const priority = priorities?.find(({ id }) => id === task.priorityId)
  const people = assigneeIdsOf(task).flatMap(id => members.find(({ userId }) => userId === id)?.user ?? [])
  return (
    <li
      ref={line}
      className={classes.task}
      data-dragged={isDragged || undefined}
      data-done={task.completedAt !== null || undefined}
      data-planned={task.id}
    >
      {task.completedAt ? (
        <IconCircleCheckFilled size={16} className={classes.done} aria-hidden />
      ) : (
        priority && <PriorityIcon priority={priority} />
      )}
      <Link
        to="/board/$boardId/task/$taskId"
        params={{ boardId: task.boardId, taskId: task.id }}
        className={classes.title}
        draggable={false}
      >
        <span className={classes.key}>{taskKey(task.number, projectKey)}</span> {task.title}
      </Link>
      {task.estimateSeconds !== null && (
        <span className={classes.estimate}>{durationText(task.estimateSeconds, i18n.language)}</span>
      )}
      {people.length > 0 && <PeopleAvatars people={people} size={22} />}
      {mayWrite && <MoveButton task={task} onPlan={onPlan} />}
    </li>
  )
}

function MoveButton({ task, onPlan }: Pick<PlannedTaskProps, 'task' | 'onPlan'>) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const label = t('cycles.planning.move', { title: task.title })
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-end"
      width={272}
      trapFocus
      returnFocus
      withRoles={false}
      transitionProps={{ duration: 80 }}
    >
      <Popover.Target>
        <IconButton
          icon={IconArrowsRightLeft}
          label={label}
          size={28}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        />
      </Popover.Target>
      <Popover.Dropdown p={0} maw="calc(100vw - 1rem)" role="dialog" aria-label={label}>
        <CycleChoices
          projectId={task.projectId}
          value={task.cycleId}
          onChoose={cycleId => {
            setIsOpen(false)
            if (cycleId !== task.cycleId) onPlan(task, cycleId)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
