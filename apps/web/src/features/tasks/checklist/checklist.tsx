import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import {
  attachClosestEdge,
  type Edge,
  extractClosestEdge,
} from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge'
import type { ChecklistItem, ChecklistItemChanges } from '@atrium/tasks/tasks/checklist/checklist.contract'
import { ErrorState } from '@atrium/ui/feedback/states'
import { IconButton } from '@atrium/ui/icon-button'
import { IconArrowDown, IconArrowUp, IconGripVertical, IconSubtask, IconTrash } from '@atrium/ui/icons'
import { useLatest } from '@atrium/ui/latest'
import { MenuItem } from '@atrium/ui/menu-item'
import { Box, Checkbox, Menu, Stack } from '@mantine/core'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { InlineText } from '../layout/inline-text.tsx'
import shared from '../layout/item-list.module.css'
import { ItemProgress, NewItem } from '../layout/item-list.tsx'
import { useConvertItem } from '../subtasks/subtask.queries.ts'
import classes from './checklist.module.css'
import { useAddItem, useChangeItem, useItemsBeingAdded, useShownItems } from './checklist.queries.ts'

interface ChecklistProps {
  taskId: number
  mayEdit: boolean
  /** Whether the user has just asked for the section, to type into it. */
  isOpened: boolean
}

export function Checklist({ taskId, mayEdit, isOpened }: ChecklistProps) {
  const { t } = useTranslation()
  const { items, error, refetch } = useShownItems(taskId)
  const add = useAddItem(taskId)
  const beingAdded = useItemsBeingAdded(taskId)
  const { change, remove } = useChangeItem(taskId)
  const { mutate: convert } = useConvertItem(taskId)
  const done = items.filter(({ isDone }) => isDone).length
  const total = items.length + beingAdded.length

  return (
    <Stack component="section" gap="xs" aria-label={t('tasks.checklist.title')}>
      <ItemProgress
        title={t('tasks.checklist.title')}
        done={done}
        total={total}
        label={t('tasks.checklist.progressLabel')}
      />
      {error && items.length === 0 && <ErrorState error={error} onRetry={refetch} />}
      <ul className={shared.list}>
        {items.map((item, index) => (
          <ChecklistRow
            key={item.id}
            item={item}
            previous={items[index - 1]}
            next={items[index + 1]}
            mayEdit={mayEdit}
            onChange={changes => change(item.id, changes)}
            onDrop={(dragged, changes) => void change(dragged, changes)}
            onConvert={() => convert(item)}
            onDelete={() => void remove(item.id)}
          />
        ))}
        {beingAdded.map(({ title, at }) => (
          <li key={`${at}-${title}`} className={classes.pending}>
            <Checkbox disabled label={title} />
          </li>
        ))}
      </ul>
      {mayEdit && <NewItem label={t('tasks.checklist.add')} onAdd={add} isFocused={isOpened} />}
    </Stack>
  )
}

interface ChecklistRowProps {
  item: ChecklistItem
  previous: ChecklistItem | undefined
  next: ChecklistItem | undefined
  mayEdit: boolean
  /** Resolves to whether it was saved. */
  onChange: (changes: ChecklistItemChanges) => Promise<boolean>
  /** Another item was dropped next to this one. */
  onDrop: (draggedId: number, changes: ChecklistItemChanges) => void
  onConvert: () => void
  onDelete: () => void
}

function ChecklistRow({ item, mayEdit, onChange, onDrop, ...rest }: ChecklistRowProps) {
  const { t } = useTranslation()
  const row = useRef<HTMLLIElement>(null)
  const handle = useRef<HTMLButtonElement>(null)
  const { edge, isDragged } = useItemDrag(row, handle, mayEdit ? item : undefined, (draggedId, side) =>
    onDrop(draggedId, side === 'top' ? { beforeItemId: item.id } : { afterItemId: item.id }),
  )
  // The checkbox changes immediately, before the optimistic update of the cache.
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
          onConvert={rest.onConvert}
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
          textClass={item.isDone ? classes.done : classes.open}
        />
      ) : (
        <Box className={item.isDone ? classes.done : classes.open}>{item.title}</Box>
      )}
    </li>
  )
}

interface ChecklistRowMenuProps {
  handle: RefObject<HTMLButtonElement | null>
  item: ChecklistItem
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
  onConvert: () => void
  onDelete: () => void
}

/** The handle drags the item; pressed, it opens a menu that moves the item without dragging. */
function ChecklistRowMenu({ handle, item, onUp, onDown, onConvert, onDelete }: ChecklistRowMenuProps) {
  const { t } = useTranslation()
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <IconButton
          icon={IconGripVertical}
          label={t('tasks.checklist.menu', { title: item.title })}
          ref={handle}
          size="sm"
          className={classes.handle}
        />
      </Menu.Target>
      <Menu.Dropdown>
        <MenuItem icon={IconArrowUp} label={t('tasks.checklist.up')} disabled={!onUp} onClick={onUp} />
        <MenuItem
          icon={IconArrowDown}
          label={t('tasks.checklist.down')}
          disabled={!onDown}
          onClick={onDown}
        />
        <MenuItem icon={IconSubtask} label={t('tasks.checklist.convert')} onClick={onConvert} />
        <MenuItem icon={IconTrash} label={t('actions.delete')} isDangerous onClick={onDelete} />
      </Menu.Dropdown>
    </Menu>
  )
}

const kind = 'checklist-item'

/** Rows are dragged by their handle and accept other rows above or below. */
function useItemDrag(
  row: RefObject<HTMLElement | null>,
  handle: RefObject<HTMLElement | null>,
  item: { id: number; taskId: number } | undefined,
  onDrop: (draggedId: number, side: Edge) => void,
) {
  const [edge, setEdge] = useState<Edge | null>(null)
  const [isDragged, setIsDragged] = useState(false)
  const latest = useLatest(onDrop)
  const { id, taskId } = item ?? {}

  useEffect(() => {
    const element = row.current
    if (!element || !handle.current || id === undefined) return
    const isOther = (data: Record<string | symbol, unknown>) =>
      data.kind === kind && data.taskId === taskId && data.id !== id
    return combine(
      draggable({
        element,
        dragHandle: handle.current,
        getInitialData: () => ({ kind, taskId, id }),
        onDragStart: () => setIsDragged(true),
        onDrop: () => setIsDragged(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => isOther(source.data),
        getData: ({ input }) => attachClosestEdge({}, { input, element, allowedEdges: ['top', 'bottom'] }),
        onDrag: ({ self }) => setEdge(extractClosestEdge(self.data)),
        onDragLeave: () => setEdge(null),
        onDrop: ({ self, source }) => {
          setEdge(null)
          const side = extractClosestEdge(self.data)
          if (side) latest.current(Number(source.data.id), side)
        },
      }),
    )
  }, [row, handle, id, taskId])

  return { edge, isDragged }
}
