import { taskKey } from '@atrium/tasks/projects/project-key.contract'
import { MAX_DEPTH } from '@atrium/tasks/tasks/subtasks/subtask.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { ErrorState } from '@atrium/ui/feedback/states'
import { IconBan, IconDots, IconPlus, IconUnlink } from '@atrium/ui/icons'
import { PersonAvatar } from '@atrium/ui/person-avatar'
import { ActionIcon, Checkbox, Group, Menu, Progress, Stack, Text, TextInput, Tooltip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { membersQuery, projectQuery } from '../../../data/projects.ts'
import { subtasksQuery } from '../../../data/subtasks.ts'
import { SectionTitle } from '../task-layout.tsx'
import {
  useAddSubtask,
  useDetachSubtask,
  useSubtasksBeingAdded,
  useToggleSubtask,
} from './subtask.queries.ts'
import classes from './subtasks.module.css'

/** The progress counts sub-tasks at all depths, as on the card. */
export function Subtasks({ task, mayEdit }: { task: Task; mayEdit: boolean }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(subtasksQuery(task.id))
  const beingAdded = useSubtasksBeingAdded(task.id)
  const { subtaskTotal: total, subtaskDone: done } = task
  const items = data?.items ?? []
  const mayAdd = mayEdit && (data?.ancestors.length ?? 0) < MAX_DEPTH
  if (!mayAdd && items.length === 0 && !error) return null

  return (
    <Stack component="section" gap="xs" aria-label={t('tasks.subtasks.title')}>
      <Group justify="space-between">
        <SectionTitle>{t('tasks.subtasks.title')}</SectionTitle>
        {total > 0 && (
          <Text size="sm" c="dimmed" role="status">
            {t('tasks.checklist.progress', { done, total })}
          </Text>
        )}
      </Group>
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {total > 0 && (
        <Progress value={(100 * done) / total} size="sm" aria-label={t('tasks.subtasks.progressLabel')} />
      )}
      <ul className={classes.list}>
        {items.map(subtask => (
          <SubtaskRow key={subtask.id} subtask={subtask} parentId={task.id} mayEdit={mayEdit} />
        ))}
        {beingAdded.map(({ title, at }) => (
          <li key={`${at}-${title}`} className={classes.row} data-pending>
            <Checkbox disabled label={title} />
          </li>
        ))}
      </ul>
      {mayAdd && <NewSubtask parentId={task.id} />}
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
  const { id, boardId, title, assigneeId, subtaskTotal: total, subtaskDone: done } = subtask
  const isDone = subtask.completedAt !== null
  const { data: project } = useQuery(projectQuery(subtask.projectId))
  const { data: members = [] } = useQuery(membersQuery(subtask.projectId))
  const { mutate: toggle, variables, isPending } = useToggleSubtask(parentId)
  const { mutate: detach } = useDetachSubtask(parentId)
  const assignee = members.find(({ userId }) => userId === assigneeId)?.user
  return (
    <li className={classes.row}>
      <Checkbox
        checked={isPending ? variables.completedAt === null : isDone}
        onChange={() => toggle(subtask)}
        disabled={!mayEdit || isPending}
        aria-label={title}
      />
      <Link
        to="/board/$boardId/task/$taskId"
        params={{ boardId, taskId: id }}
        className={classes.title}
        data-done={isDone || undefined}
      >
        <span className={classes.key}>{taskKey(subtask.number, project?.key)}</span> {title}
      </Link>
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
      {assignee && <PersonAvatar person={assignee} size={20} />}
      {mayEdit && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={t('tasks.subtasks.menu', { title })}
            >
              <IconDots size={16} stroke={1.75} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconUnlink size={16} />} onClick={() => detach(subtask)}>
              {t('tasks.subtasks.detach')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </li>
  )
}

/** Enter adds the sub-task and keeps the field open; a refused title returns to the field. */
function NewSubtask({ parentId }: { parentId: number }) {
  const { t } = useTranslation()
  const { mutate } = useAddSubtask(parentId)
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
        id="add-subtask"
        variant="unstyled"
        size="sm"
        aria-label={t('tasks.subtasks.add')}
        placeholder={t('tasks.subtasks.add')}
        leftSection={<IconPlus size={16} />}
        value={title}
        onChange={event => setTitle(event.currentTarget.value)}
        maxLength={500}
        autoComplete="off"
      />
    </form>
  )
}
