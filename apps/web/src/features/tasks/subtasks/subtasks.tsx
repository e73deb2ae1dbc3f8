import { MAX_DEPTH, type Task } from '@atrium/tasks/tasks/task.contract'
import { ErrorState } from '@atrium/ui/feedback/states'
import { IconButton } from '@atrium/ui/icon-button'
import { IconBan, IconDots, IconUnlink } from '@atrium/ui/icons'
import { MenuItem } from '@atrium/ui/menu-item'
import { Checkbox, Menu, Stack, Text, Tooltip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { assigneeIdsOf } from '../../../data/people/assignees.ts'
import { PeopleAvatars } from '../../../data/people/people-avatars.tsx'
import { membersQuery, projectQuery } from '../../../data/projects/projects.ts'
import { subtasksQuery } from '../../../data/tasks/subtasks.ts'
import items from '../layout/item-list.module.css'
import { ItemProgress, NewItem, TaskLink } from '../layout/item-list.tsx'
import {
  useAddSubtask,
  useDetachSubtask,
  useSubtasksBeingAdded,
  useToggleSubtask,
} from './subtask.queries.ts'
import classes from './subtasks.module.css'

interface SubtasksProps {
  task: Task
  mayEdit: boolean
  /** Whether the user has just asked for the section, to type into it. */
  isOpened: boolean
}

/** The progress counts sub-tasks at all depths, as on the card. */
export function Subtasks({ task, mayEdit, isOpened }: SubtasksProps) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(subtasksQuery(task.id))
  const add = useAddSubtask(task.id)
  const beingAdded = useSubtasksBeingAdded(task.id)
  const { subtaskTotal: total, subtaskDone: done } = task
  const subtasks = data?.items ?? []
  const mayAdd = mayEdit && (data?.ancestors.length ?? 0) < MAX_DEPTH

  return (
    <Stack component="section" gap="xs" aria-label={t('tasks.subtasks.title')}>
      <ItemProgress
        title={t('tasks.subtasks.title')}
        done={done}
        total={total}
        label={t('tasks.subtasks.progressLabel')}
      />
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      <ul className={items.list}>
        {subtasks.map(subtask => (
          <SubtaskRow key={subtask.id} subtask={subtask} parentId={task.id} mayEdit={mayEdit} />
        ))}
        {beingAdded.map(({ title, at }) => (
          <li key={`${at}-${title}`} className={items.row} data-pending>
            <Checkbox disabled label={title} />
          </li>
        ))}
      </ul>
      {mayAdd && (
        <NewItem id="add-subtask" label={t('tasks.subtasks.add')} onAdd={add} isFocused={isOpened} />
      )}
    </Stack>
  )
}

interface SubtaskRowProps {
  subtask: Task
  parentId: number
  mayEdit: boolean
}

function SubtaskRow({ subtask, parentId, mayEdit }: SubtaskRowProps) {
  const { t } = useTranslation()
  const { title, subtaskTotal: total, subtaskDone: done } = subtask
  const isDone = subtask.completedAt !== null
  const { data: project } = useQuery(projectQuery(subtask.projectId))
  const { data: members = [] } = useQuery(membersQuery(subtask.projectId))
  const toggle = useToggleSubtask(parentId)
  const detach = useDetachSubtask(parentId)
  const assignees = assigneeIdsOf(subtask).flatMap(
    id => members.find(({ userId }) => userId === id)?.user ?? [],
  )
  return (
    <li className={items.row}>
      <Checkbox
        checked={isDone}
        onChange={() => void toggle(subtask)}
        disabled={!mayEdit}
        aria-label={title}
      />
      <TaskLink task={subtask} projectKey={project?.key} />
      {total > 0 && (
        <Text
          span
          size="xs"
          c="dimmed"
          className={classes.count}
          title={t('boards.card.subtasks', { done, total })}
        >
          {done}/{total}
        </Text>
      )}
      {subtask.isBlocked && !isDone && (
        <Tooltip label={t('boards.card.blocked')}>
          <IconBan size={16} className={classes.blocked} role="img" aria-label={t('boards.card.blocked')} />
        </Tooltip>
      )}
      {assignees.length > 0 && <PeopleAvatars people={assignees} size={20} />}
      {mayEdit && (
        <Menu position="bottom-end">
          <Menu.Target>
            <IconButton icon={IconDots} label={t('tasks.subtasks.menu', { title })} size="sm" />
          </Menu.Target>
          <Menu.Dropdown>
            <MenuItem
              icon={IconUnlink}
              label={t('tasks.subtasks.detach')}
              onClick={() => void detach(subtask)}
            />
          </Menu.Dropdown>
        </Menu>
      )}
    </li>
  )
}
