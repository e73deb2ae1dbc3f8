import type { ChecklistItem, ChecklistItemChanges } from '@atrium/tasks/tasks/checklist/checklist.contract'
import { Box, Checkbox } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './checklist.module.css'
import { ChecklistRowMenu } from './checklist-row-menu.tsx'
import { InlineText } from './inline-text.tsx'
import { useRowDrag } from './row-drag.ts'

interface ChecklistRowProps {
  item: ChecklistItem
  previous: ChecklistItem | undefined
  next: ChecklistItem | undefined
  mayEdit: boolean
  /** Answers whether it is saved. */
  onChange: (changes: ChecklistItemChanges) => Promise<boolean>
  /** Another item was dropped beside this one. */
  onDrop: (draggedId: number, changes: ChecklistItemChanges) => void
  onDelete: () => void
}

export function ChecklistRow({ item, mayEdit, onChange, onDrop, ...rest }: ChecklistRowProps) {
  const { t } = useTranslation()
  const row = useRef<HTMLLIElement>(null)
  const handle = useRef<HTMLButtonElement>(null)
  const { edge, isDragged } = useRowDrag(row, handle, mayEdit ? item : undefined, (draggedId, side) =>
    onDrop(draggedId, side === 'top' ? { beforeItemId: item.id } : { afterItemId: item.id }),
  )
  // A box that is pressed shows it at once, not when the cache has gone round.
  const [pressed, setPressed] = useState<boolean>()
  const tick = async (isDone: boolean) => {
    setPressed(isDone)
    await onChange({ isDone })
    setPressed(undefined)
  }
  return (
    <li ref={row} className={classes.row} data-edge={edge} data-dragged={isDragged || undefined}>
      {mayEdit && (
        <ChecklistRowMenu
          handle={handle}
          item={item}
          onUp={rest.previous && (() => void onChange({ beforeItemId: rest.previous?.id }))}
          onDown={rest.next && (() => void onChange({ afterItemId: rest.next?.id }))}
          onDelete={rest.onDelete}
        />
      )}
      <Checkbox
        checked={pressed ?? item.isDone}
        onChange={event => void tick(event.currentTarget.checked)}
        disabled={!mayEdit}
        aria-label={item.title}
      />
      {mayEdit ? (
        <InlineText
          label={t('tasks.checklist.rename', { title: item.title })}
          value={item.title}
          maxLength={500}
          onSave={title => onChange({ title })}
          flex={1}
          classNames={{ input: item.isDone ? classes.done : classes.open }}
        />
      ) : (
        <Box className={item.isDone ? classes.done : classes.open}>{item.title}</Box>
      )}
    </li>
  )
}
