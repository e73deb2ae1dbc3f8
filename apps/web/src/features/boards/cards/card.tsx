import type { Card } from '@atrium/tasks/boards/full-board.contract'
import { IconArchive, IconDots } from '@atrium/ui/icons'
import { Link } from '@tanstack/react-router'
import { type CSSProperties, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { isArchived } from '../../../data/boards/board-cache.ts'
import { attachmentAddress } from '../../../safe-addresses.ts'
import { useBoard } from '../board/board-context.ts'
import { useCardDrag } from '../drag/drag-elements.ts'
import classes from './card.module.css'
import { CardCustomFields } from './card-custom-fields.tsx'
import { CardFacts } from './card-facts.tsx'

/** The element that explains to screen readers how cards are moved by keyboard. */
export const keyHelpId = 'board-card-keys'

export interface BoardCardProps {
  card: Card
  /** The only card that Tab reaches; the arrow keys move to the others. */
  isActive: boolean
  isLifted: boolean
  isMoving: boolean
  isTimed: boolean
}

export function BoardCard(props: BoardCardProps) {
  const { card, isActive, isLifted, isMoving, isTimed } = props
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
      data-on-its-way={isMoving || undefined}
      data-done={card.completedAt ? true : undefined}
      data-archived={isArchived(card) || undefined}
    >
      {card.coverId !== null && (
        <img
          key={card.coverId}
          className={classes.cover}
          src={attachmentAddress(card.coverId)}
          alt=""
          loading="lazy"
          draggable={false}
        />
      )}
      {isArchived(card) && <ArchivedMark />}
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
      <CardCustomFields values={card.fields} />
      <CardFacts card={card} isTimed={isTimed} tabIndex={isActive ? 0 : -1}>
        <CardMenuButton card={card} isActive={isActive} />
      </CardFacts>
    </article>
  )
}

function ArchivedMark() {
  const { t } = useTranslation()
  return (
    <p className={classes.archived}>
      <IconArchive size={14} stroke={1.75} aria-hidden />
      {t('tasks.archive.mark')}
    </p>
  )
}

function CardStickers({ ids }: { ids: number[] }) {
  const { t } = useTranslation()
  const { stickers } = useBoard()
  if (ids.length === 0) return null
  return (
    <ul className={classes.stickers} aria-label={t('boards.card.stickers')}>
      {ids.map(id => {
        const sticker = stickers.get(id)
        if (!sticker) return null
        return (
          <li key={id} className={classes.sticker} style={{ '--sticker': sticker.color } as CSSProperties}>
            {sticker.icon ? <span aria-hidden="true">{sticker.icon}</span> : <i className={classes.dot} />}
            {sticker.name}
          </li>
        )
      })}
    </ul>
  )
}

/** A plain button: there are hundreds of them, and the board has one menu for all. */
function CardMenuButton({ card, isActive }: { card: Card; isActive: boolean }) {
  const { t } = useTranslation()
  const { openMenu } = useBoard()
  return (
    <button
      type="button"
      className={classes.menu}
      tabIndex={isActive ? 0 : -1}
      aria-label={t('boards.card.menu', { title: card.title })}
      aria-haspopup="menu"
      title={t('actions.more')}
      onClick={event => {
        const { left, bottom } = event.currentTarget.getBoundingClientRect()
        openMenu(card.id, { x: left, y: bottom })
      }}
    >
      <IconDots size={16} stroke={1.75} aria-hidden />
    </button>
  )
}
