import type { ChecklistItem } from '@atrium/tasks/tasks/checklist/checklist.contract'
import { IconArrowDown, IconArrowUp, IconGripVertical, IconTrash } from '@atrium/ui/icons'
import { ActionIcon, Menu } from '@mantine/core'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './checklist.module.css'

interface ChecklistRowMenuProps {
  handle: RefObject<HTMLButtonElement | null>
  item: ChecklistItem
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
  onDelete: () => void
}

/** One handle for both: dragged it moves the item, pressed it offers the same without a pointer. */
export function ChecklistRowMenu({ handle, item, onUp, onDown, onDelete }: ChecklistRowMenuProps) {
  const { t } = useTranslation()
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <ActionIcon
          ref={handle}
          variant="subtle"
          color="gray"
          size="sm"
          className={classes.handle}
          aria-label={t('tasks.checklist.menu', { title: item.title })}
        >
          <IconGripVertical size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconArrowUp size={16} />} disabled={!onUp} onClick={onUp}>
          {t('tasks.checklist.up')}
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowDown size={16} />} disabled={!onDown} onClick={onDown}>
          {t('tasks.checklist.down')}
        </Menu.Item>
        <Menu.Item leftSection={<IconTrash size={16} />} color="red" onClick={onDelete}>
          {t('actions.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
