import type { Card, FullBoard } from '@atrium/tasks/boards/full-board.contract'
import { Popover } from '@mantine/core'
import { type ComponentType, type ReactNode, type RefCallback, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { findCard } from '../../../data/boards/board-cache.ts'
import type { CardField, CardPopup, CardValue } from '../board/use-card-popups.ts'
import { CardMenu, type CardMenuActions } from '../cards/card-menu.tsx'
import {
  CardAssignee,
  CardCycle,
  type CardFieldProps,
  CardPriority,
  CardStickers,
  LaneChoices,
  MoveChoices,
} from './card-choices.tsx'
import { CardDueDate, CardEstimate, TitleForm } from './card-values.tsx'

interface CardPopupsProps extends CardMenuActions {
  board: FullBoard
  popup: CardPopup
  onClose: (isFocusReturned?: boolean) => void
}

/** The menu or the popover of a card. */
export function CardPopups({ board, popup, onClose, ...actions }: CardPopupsProps) {
  const card = findCard(board, popup.taskId)
  useEffect(() => {
    // Someone else has deleted or moved it away.
    if (!card) onClose(false)
  }, [card, onClose])
  if (!card) return null
  if (popup.kind === 'menu')
    return (
      <CardMenu key={popup.taskId} card={card} at={popup.at} board={board} onClose={onClose} {...actions} />
    )
  return (
    <CardPopover card={card} field={popup.kind} onClose={onClose}>
      {popup.kind === 'move' ? (
        <MoveChoices card={card} columns={board.columns} moveCard={actions.moveCard} onDone={onClose} />
      ) : popup.kind === 'lane' ? (
        <LaneChoices card={card} lanes={actions.lanes} moveCard={actions.moveCard} onDone={onClose} />
      ) : (
        <FieldEditor field={popup.kind} card={card} onDone={onClose} />
      )}
    </CardPopover>
  )
}

const editors: Record<CardValue, ComponentType<CardFieldProps>> = {
  title: TitleForm,
  assignee: CardAssignee,
  due: CardDueDate,
  priority: CardPriority,
  stickers: CardStickers,
  estimate: CardEstimate,
  cycle: CardCycle,
}

function FieldEditor({ field, ...props }: CardFieldProps & { field: CardValue }) {
  const Editor = editors[field]
  return <Editor {...props} />
}

interface CardPopoverProps {
  card: Card
  field: CardField
  onClose: (isFocusReturned?: boolean) => void
  children: ReactNode
}

const WIDTH = 272
const WIDE = 700

function CardPopover({ card, field, onClose, children }: CardPopoverProps) {
  const { t } = useTranslation()
  return (
    <Popover
      key={`${card.id} ${field}`}
      opened
      onChange={opened => !opened && onClose(false)}
      // Beside the card if it would be too high below it.
      position={field === 'due' && innerWidth > WIDE ? 'right-start' : 'bottom-start'}
      middlewares={{ flip: true, shift: { crossAxis: true, padding: 8 } }}
      preventPositionChangeWhenVisible={false}
      offset={4}
      width={WIDTH}
      trapFocus
      withRoles={false}
      // Escape returns the focus to the card, a click elsewhere does not.
      closeOnEscape={false}
      transitionProps={{ duration: 80 }}
    >
      <Popover.Target>
        <CardAnchor taskId={card.id} />
      </Popover.Target>
      <Popover.Dropdown
        p={0}
        role="dialog"
        aria-label={t(`boards.fields.dialog.${field}`, { title: card.title })}
        onKeyDown={event => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          onClose()
        }}
      >
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}

/** Attaches the popover to the element of the card, wherever that is rendered. */
function CardAnchor({ taskId, ref }: { taskId: number; ref?: RefCallback<HTMLElement> }) {
  useEffect(() => {
    ref?.(document.querySelector<HTMLElement>(`[data-card="${taskId}"]`))
  }, [ref, taskId])
  return null
}
