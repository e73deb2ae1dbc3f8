import type { Card, FullBoard } from '@atrium/tasks/boards/full-board.contract'
import { copyText } from '@atrium/ui/copy-button'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import {
  IconArchive,
  IconArchiveOff,
  IconArrowDown,
  IconArrowsMove,
  IconArrowsVertical,
  IconArrowUp,
  IconCalendarEvent,
  IconChevronsUp,
  IconCircleCheck,
  IconClock,
  IconCopy,
  IconExternalLink,
  IconLayoutSidebarRightExpand,
  IconLink,
  IconPencil,
  IconPlayerPlay,
  IconPlayerStop,
  IconRestore,
  IconRotateClockwise,
  IconTag,
  IconTrash,
  IconUserCircle,
} from '@atrium/ui/icons'
import { MenuItem } from '@atrium/ui/menu-item'
import { Menu, Portal, Text } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import type { ComponentType, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { isArchived } from '../../../data/boards/board-cache.ts'
import { useArchiveTask } from '../../../data/tasks/archive-task.ts'
import { useBoard } from '../board/board-context.ts'
import type { ShownLane } from '../board/board-lanes.ts'
import { type CardMove, placeAt } from '../board/card-place.ts'
import type { CardValue, Point } from '../board/use-card-popups.ts'
import classes from './card.module.css'
import { useDeleteCard, useDuplicateCard } from './card.queries.ts'

export interface CardMenuActions {
  isTimed: boolean
  lanes: ShownLane[]
  moveCard: (move: CardMove) => void
  focusNeighbor: (taskId: number) => void
  onOpen: (taskId: number) => void
  onToggleTimer: (card: Card) => void
}

interface CardMenuProps extends CardMenuActions {
  card: Card
  board: FullBoard
  /** Where it was asked for; without it, at the card. */
  at: Point | undefined
  onClose: (isFocusReturned?: boolean) => void
}

/** Everything that can be done with a card, without dragging and without shortcuts. */
export function CardMenu({ card, board, at, onClose, ...actions }: CardMenuProps) {
  const { t } = useTranslation()
  const { mayWrite } = useBoard()
  return (
    <Menu
      opened
      onChange={opened => !opened && onClose(false)}
      position="bottom-start"
      offset={2}
      middlewares={{ flip: true, shift: { crossAxis: true, padding: 8 } }}
      shadow="lg"
      width={248}
      closeOnEscape={false}
      // The item decides where the focus goes.
      returnFocus={false}
      closeOnItemClick={false}
      // The default includes keys, and one of them may have opened it.
      clickOutsideEvents={['mousedown', 'touchstart']}
      transitionProps={{ duration: 80 }}
    >
      <Menu.Target>
        <Anchor box={boxOf(card, at)} />
      </Menu.Target>
      <Menu.Dropdown
        mah="min(36rem, 90vh)"
        style={{ overflowY: 'auto' }}
        aria-labelledby={undefined}
        aria-label={t('boards.card.menu', { title: card.title })}
        onKeyDown={event => {
          if (event.key !== 'Escape' && event.key !== 'Tab') return
          event.preventDefault()
          event.stopPropagation()
          onClose()
        }}
      >
        {/* The focus starts before the first item. */}
        {/* biome-ignore lint/a11y/useSemanticElements: a group of menu items */}
        <div role="group" tabIndex={-1} style={{ outline: 'none' }} data-autofocus>
          <LinkItems card={card} onOpen={actions.onOpen} onClose={onClose} />
        </div>
        {mayWrite && (
          <>
            <Menu.Divider />
            <FieldItems
              card={card}
              isTimed={actions.isTimed}
              onToggleTimer={actions.onToggleTimer}
              onClose={onClose}
            />
            <Menu.Divider />
            <MoveItems card={card} board={board} onClose={onClose} {...actions} />
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

interface AnchorProps {
  box: { left: number; top: number; width: number; height: number }
  ref?: Ref<HTMLElement>
}

/** Without what the menu adds for screen readers, because it is not a button. */
function Anchor({ box, ref }: AnchorProps) {
  return (
    <Portal>
      <i ref={ref} style={{ position: 'fixed', pointerEvents: 'none', ...box }} />
    </Portal>
  )
}

function boxOf(card: Card, at: Point | undefined) {
  if (at) return { left: at.x, top: at.y, width: 0, height: 0 }
  const box = document.querySelector(`[data-card="${card.id}"]`)?.getBoundingClientRect()
  return { left: box?.left ?? 0, top: box?.top ?? 0, width: box?.width ?? 0, height: box?.height ?? 0 }
}

interface ItemProps {
  icon: ComponentType<{ size: number; stroke: number }>
  label: string
  keys?: string
  color?: string
  onClick: () => void
}

function Item({ icon: Icon, label, keys, color, onClick }: ItemProps) {
  return (
    <MenuItem
      icon={Icon}
      label={label}
      py={6}
      c={color}
      rightSection={
        keys && (
          <Text span size="xs" c="dimmed" aria-hidden className={classes.key}>
            {keys}
          </Text>
        )
      }
      onClick={onClick}
    />
  )
}

interface LinkItemsProps {
  card: Card
  onOpen: (taskId: number) => void
  onClose: (isFocusReturned?: boolean) => void
}

function LinkItems({ card, onOpen, onClose }: LinkItemsProps) {
  const { t } = useTranslation()
  const router = useRouter()
  const { boardId } = useBoard()
  const { href } = router.buildLocation({
    to: '/board/$boardId/task/$taskId',
    params: { boardId, taskId: card.id },
  })
  const copyLink = async () => {
    onClose()
    if (await copyText(new URL(href, location.origin).href)) notifyOfSuccess(t('actions.copied'))
  }
  return (
    <>
      <Item
        icon={IconLayoutSidebarRightExpand}
        label={t('boards.menu.open')}
        keys="Enter"
        onClick={() => {
          onClose(false)
          onOpen(card.id)
        }}
      />
      <Menu.Item
        component="a"
        href={href}
        target="_blank"
        rel="noopener"
        py={6}
        leftSection={<IconExternalLink size={16} stroke={1.75} />}
        onClick={() => onClose()}
      >
        {t('boards.menu.openInTab')}
      </Menu.Item>
      <Item icon={IconLink} label={t('boards.card.copyLink')} onClick={copyLink} />
    </>
  )
}

const fields: [CardValue, ItemProps['icon'], string][] = [
  ['title', IconPencil, 'R'],
  ['assignee', IconUserCircle, 'A'],
  ['due', IconCalendarEvent, 'D'],
  ['priority', IconChevronsUp, 'P'],
  ['stickers', IconTag, 'L'],
  ['estimate', IconClock, 'E'],
  ['cycle', IconRotateClockwise, 'Y'],
]

interface FieldItemsProps {
  card: Card
  isTimed: boolean
  onToggleTimer: (card: Card) => void
  onClose: () => void
}

function FieldItems({ card, isTimed, onToggleTimer, onClose }: FieldItemsProps) {
  const { t } = useTranslation()
  const { openField } = useBoard()
  return (
    <>
      {fields.map(([field, icon, keys]) => (
        <Item
          key={field}
          icon={icon}
          label={t(`boards.menu.${field}`)}
          keys={keys}
          onClick={() => openField(card, field)}
        />
      ))}
      <Item
        icon={isTimed ? IconPlayerStop : IconPlayerPlay}
        label={t(isTimed ? 'boards.menu.stopTimer' : 'boards.menu.startTimer')}
        keys="T"
        onClick={() => {
          onClose()
          onToggleTimer(card)
        }}
      />
    </>
  )
}

function MoveItems({ card, board, lanes, moveCard, focusNeighbor, onClose }: Omit<CardMenuProps, 'at'>) {
  const { t } = useTranslation()
  const { boardId, openField } = useBoard()
  const { mutate: deleteCard } = useDeleteCard(boardId)
  const { mutate: duplicate } = useDuplicateCard(boardId)
  const { mutate: archive } = useArchiveTask()
  const isDone = card.completedAt !== null
  const target = board.columns.find(column => column.isDone !== isDone)
  const column = board.columns.find(({ id }) => id === card.columnId)

  const moveTo = (to: FullBoard['columns'][number] | undefined, end: 'top' | 'bottom') => {
    const others = to?.tasks.filter(({ id }) => id !== card.id) ?? []
    onClose()
    if (to) moveCard({ taskId: card.id, ...placeAt(to.id, others, end === 'top' ? 0 : others.length) })
  }
  return (
    <>
      <Item
        icon={isDone ? IconRestore : IconCircleCheck}
        label={t(isDone ? 'boards.menu.reopen' : 'boards.menu.complete')}
        // Without such a column, the user chooses one.
        onClick={() => (target ? moveTo(target, 'top') : openField(card, 'move'))}
      />
      <Item
        icon={IconArrowsMove}
        label={t('boards.card.moveTo')}
        keys="M"
        onClick={() => openField(card, 'move')}
      />
      {lanes.length > 1 && (
        <Item icon={IconArrowsVertical} label={t('lanes.moveTo')} onClick={() => openField(card, 'lane')} />
      )}
      <Item icon={IconArrowUp} label={t('boards.card.moveToTop')} onClick={() => moveTo(column, 'top')} />
      <Item
        icon={IconArrowDown}
        label={t('boards.card.moveToBottom')}
        onClick={() => moveTo(column, 'bottom')}
      />
      <Item
        icon={IconCopy}
        label={t('boards.menu.duplicate')}
        onClick={() => {
          onClose()
          duplicate({ card })
        }}
      />
      {(isDone || isArchived(card)) && (
        <Item
          icon={isArchived(card) ? IconArchiveOff : IconArchive}
          label={t(isArchived(card) ? 'tasks.archive.restore' : 'tasks.archive.archive')}
          onClick={() => {
            onClose(false)
            focusNeighbor(card.id)
            archive({ task: card, isArchived: !isArchived(card) })
          }}
        />
      )}
      <Menu.Divider />
      <Item
        icon={IconTrash}
        color="var(--mantine-color-error)"
        label={t('actions.delete')}
        onClick={() => {
          onClose(false)
          focusNeighbor(card.id)
          deleteCard(card)
        }}
      />
    </>
  )
}
