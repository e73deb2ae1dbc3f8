import type { ListedBoard } from '@atrium/tasks/boards/board.contract'
import { IconArrowDown, IconArrowUp, IconDots, IconPencil, IconTrash } from '@atrium/ui/icons'
import { ActionIcon, Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface BoardMenuProps {
  board: ListedBoard
  isFirst: boolean
  isLast: boolean
  onRename: () => void
  onMove: (by: -1 | 1) => void
  onDelete: () => void
}

export function BoardMenu({ board, isFirst, isLast, onRename, onMove, onDelete }: BoardMenuProps) {
  const { t } = useTranslation()
  const icon = { size: 16, stroke: 1.75 }
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('projects.boards.menu', { name: board.name })}
        >
          <IconDots size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil {...icon} />} onClick={onRename}>
          {t('actions.edit')}
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowUp {...icon} />} disabled={isFirst} onClick={() => onMove(-1)}>
          {t('projects.boards.moveUp')}
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowDown {...icon} />} disabled={isLast} onClick={() => onMove(1)}>
          {t('projects.boards.moveDown')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={onDelete}>
          {t('actions.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
