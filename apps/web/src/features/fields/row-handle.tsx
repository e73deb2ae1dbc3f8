import { IconButton } from '@atrium/ui/icon-button'
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@atrium/ui/icons'
import { MenuItem } from '@atrium/ui/menu-item'
import { Menu } from '@mantine/core'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './rows.module.css'

interface RowHandleProps {
  handle: RefObject<HTMLButtonElement | null>
  label: string
  index: number
  count: number
  onMove: (from: number, to: number) => void
}

/** Drags the row; pressed, it opens a menu that moves the row without dragging. */
export function RowHandle({ handle, label, index, count, onMove }: RowHandleProps) {
  const { t } = useTranslation()
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <IconButton icon={IconGripVertical} label={label} ref={handle} size="sm" className={classes.handle} />
      </Menu.Target>
      <Menu.Dropdown>
        <MenuItem
          icon={IconArrowUp}
          label={t('tasks.checklist.up')}
          disabled={index === 0}
          onClick={() => onMove(index, index - 1)}
        />
        <MenuItem
          icon={IconArrowDown}
          label={t('tasks.checklist.down')}
          disabled={index === count - 1}
          onClick={() => onMove(index, index + 1)}
        />
      </Menu.Dropdown>
    </Menu>
  )
}
