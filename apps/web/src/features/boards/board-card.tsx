import type { Card } from '@atrium/tasks/boards/full-board.contract'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import classes from './board-card.module.css'
import { useBoard } from './board-context.ts'
import { CardActions } from './card-actions.tsx'
import { CardFacts } from './card-facts.tsx'
import { CardStickers } from './card-stickers.tsx'
import { useCardDrag } from './use-card-drag.ts'

/** The element that tells how cards are moved by keyboard. */
export const keyHelpId = 'board-card-keys'

export interface BoardCardProps {
  card: Card
  /** The one card that Tab reaches; the arrow keys lead to the others. */
  isActive: boolean
  isLifted: boolean
  isOnItsWay: boolean
  isTimed: boolean
}

export function BoardCard(props: BoardCardProps) {
  const { card, isActive, isLifted, isOnItsWay, isTimed } = props
  const { boardId, mayWrite } = useBoard()
  const element = useRef<HTMLElement>(null)
  const isDragged = useCardDrag(element, card, mayWrite)
  return (
    <article
      ref={element}
      className={classes.card}
      data-card={card.id}
      data-lifted={isLifted || undefined}
      data-dragged={isDragged || undefined}
      data-on-its-way={isOnItsWay || undefined}
      data-done={card.completedAt ? true : undefined}
    >
      <CardStickers ids={card.stickerIds} />
      <Link
        to="/board/$boardId/task/$taskId"
        params={{ boardId, taskId: card.id }}
        search
        className={classes.title}
        tabIndex={isActive ? 0 : -1}
        draggable={false}
        aria-describedby={mayWrite ? keyHelpId : undefined}
        data-card-link
      >
        {card.title}
      </Link>
      <CardFacts card={card} isTimed={isTimed} />
      {mayWrite && <CardActions card={card} isActive={isActive} />}
    </article>
  )
}
