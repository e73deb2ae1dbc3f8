import { taskKey } from '@atrium/tasks/projects/project-key.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { copyText } from '@atrium/ui/copy-button'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { useUndo } from '@atrium/ui/feedback/undo'
import { IconButton } from '@atrium/ui/icon-button'
import {
  IconArchive,
  IconArchiveOff,
  IconArrowsMove,
  IconCopy,
  IconDots,
  IconFolderSymlink,
  IconGitBranch,
  IconLink,
  IconTemplate,
  IconTrash,
} from '@atrium/ui/icons'
import { MenuItem } from '@atrium/ui/menu-item'
import { Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { boardsQuery } from '../../data/boards/boards.ts'
import { notifyOfRefusedChange, sendMove } from '../../data/changes/change-task.ts'
import { mayAs, projectQuery } from '../../data/projects/projects.ts'
import { useHasPermission } from '../../data/session/current-user.ts'
import { useArchiveTask } from '../../data/tasks/archive-task.ts'
import { SaveTemplateDialog } from '../../templates/lazy-templates.tsx'
import { branchName } from './links/branch-name.ts'
import { useDeleteTask, useRestoreTask } from './task.queries.ts'
import { TaskButtons } from './task-buttons.tsx'
import { DuplicateDialog } from './transfer/duplicate-dialog.tsx'
import { MoveToProjectDialog } from './transfer/move-to-project-dialog.tsx'

interface TaskMenuProps {
  task: Task
  mayEdit: boolean
  onDeleted: () => void
  onMoved: (task: Task) => void
  onDuplicated: (copy: Task) => void
}

export function TaskMenu({ task, mayEdit, onDeleted, onMoved, onDuplicated }: TaskMenuProps) {
  const { t } = useTranslation()
  const { offerUndo } = useUndo()
  const [isDuplicating, duplicating] = useDisclosure()
  const [isMoving, moving] = useDisclosure()
  const [isSaving, saving] = useDisclosure()
  const { data: project } = useQuery(projectQuery(task.projectId))
  const managesAll = useHasPermission('projects.manage.any')
  const mayManage = managesAll || mayAs(project?.myRole ?? null, 'manager')
  const restore = useRestoreTask(task.id)
  const archive = useArchiveTask()
  const remove = useDeleteTask(task.id, () => {
    onDeleted()
    offerUndo(t('tasks.menu.deleted', { title: task.title }), () => restore.mutate())
  })

  const copyLink = async () => {
    if (await copyText(taskAddress(task.id))) notifyOfSuccess(t('actions.copied'))
  }
  const copyBranch = async () => {
    if (await copyText(branchName(task, project?.key))) notifyOfSuccess(t('actions.copied'))
  }
  const showCopy = (copy: Task) => {
    notifyOfSuccess(t('tasks.duplicate.done', { key: taskKey(copy.number, project?.key) }))
    onDuplicated(copy)
  }
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <IconButton icon={IconDots} iconSize={18} label={t('actions.more')} />
        </Menu.Target>
        <Menu.Dropdown>
          <MenuItem icon={IconLink} label={t('tasks.menu.copyLink')} onClick={copyLink} />
          <MenuItem icon={IconGitBranch} label={t('connections.links.copyBranch')} onClick={copyBranch} />
          {mayEdit && (
            <>
              <TaskButtons taskId={task.id} />
              <MenuItem icon={IconCopy} label={t('tasks.menu.duplicate')} onClick={duplicating.open} />
              <OtherBoards task={task} onMoved={onMoved} />
              <MenuItem
                icon={IconFolderSymlink}
                label={t('tasks.menu.moveToProject')}
                onClick={moving.open}
              />
              {mayManage && (
                <MenuItem icon={IconTemplate} label={t('templates.menu')} onClick={saving.open} />
              )}
              {task.completedAt !== null && (
                <MenuItem
                  icon={task.archivedAt ? IconArchiveOff : IconArchive}
                  label={t(task.archivedAt ? 'tasks.archive.restore' : 'tasks.archive.archive')}
                  onClick={() => archive.mutate({ task, isArchived: task.archivedAt === null })}
                />
              )}
              <Menu.Divider />
              <MenuItem
                icon={IconTrash}
                label={t('actions.delete')}
                isDangerous
                onClick={() => remove.mutate()}
              />
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <DuplicateDialog
        task={task}
        isOpen={isDuplicating}
        onClose={duplicating.close}
        onDuplicated={showCopy}
      />
      <MoveToProjectDialog task={task} isOpen={isMoving} onClose={moving.close} onMoved={onMoved} />
      <SaveTemplateDialog
        original={{ kind: 'task', id: task.id, projectId: task.projectId, name: task.title }}
        isOpen={isSaving}
        onClose={saving.close}
      />
    </>
  )
}

function OtherBoards({ task, onMoved }: { task: Task; onMoved: (task: Task) => void }) {
  const { t } = useTranslation()
  const { data: boards = [] } = useQuery(boardsQuery(task.projectId))
  const queryClient = useQueryClient()
  const move = (boardId: number) =>
    sendMove(queryClient, task, { place: 'start', boardId }).then(onMoved, notifyOfRefusedChange)
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
          <Menu.Item key={id} onClick={() => void move(id)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  )
}

/** The short address, which finds the board of the task: it still works after the task moves. */
export function taskAddress(id: number) {
  return `${window.location.origin}/app/task/${id}`
}
