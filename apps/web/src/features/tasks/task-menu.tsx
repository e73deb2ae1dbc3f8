import type { Task } from '@atrium/tasks/tasks/task.contract'
import { copyText } from '@atrium/ui/copy-button'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { useUndo } from '@atrium/ui/feedback/undo'
import { IconArrowsMove, IconDots, IconLink, IconTrash } from '@atrium/ui/icons'
import { ActionIcon, Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { boardsQuery } from '../../data/boards.ts'
import { useDeleteTask, useMoveToBoard, useRestoreTask } from './task.queries.ts'
import { taskAddress } from './task-address.ts'

interface TaskMenuProps {
  task: Task
  mayEdit: boolean
  onDeleted: () => void
  onMoved: (task: Task) => void
}

export function TaskMenu({ task, mayEdit, onDeleted, onMoved }: TaskMenuProps) {
  const { t } = useTranslation()
  const { offerUndo } = useUndo()
  const restore = useRestoreTask(task.id)
  const remove = useDeleteTask(task.id, () => {
    onDeleted()
    offerUndo(t('tasks.menu.deleted', { title: task.title }), () => restore.mutate())
  })

  const copyLink = async () => {
    if (await copyText(taskAddress(task.id))) notifyOfSuccess(t('actions.copied'))
  }
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('actions.more')}>
          <IconDots size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconLink size={16} />} onClick={copyLink}>
          {t('tasks.menu.copyLink')}
        </Menu.Item>
        {mayEdit && <OtherBoards task={task} onMoved={onMoved} />}
        {mayEdit && (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<IconTrash size={16} />} color="red" onClick={() => remove.mutate()}>
              {t('actions.delete')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

function OtherBoards({ task, onMoved }: { task: Task; onMoved: (task: Task) => void }) {
  const { t } = useTranslation()
  const { data: boards = [] } = useQuery(boardsQuery(task.projectId))
  const { mutate } = useMoveToBoard(task.id)
  const others = boards.filter(({ id }) => id !== task.boardId)
  if (others.length === 0) return null
  return (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item leftSection={<IconArrowsMove size={16} />}>
          {t('tasks.menu.moveToBoard')}
        </Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown>
        {others.map(({ id, name }) => (
          <Menu.Item key={id} onClick={() => mutate(id, { onSuccess: onMoved })}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  )
}
