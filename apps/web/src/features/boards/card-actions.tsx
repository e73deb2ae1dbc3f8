import type { Card } from '@atrium/tasks/boards/full-board.contract'
import { IconDots, IconUserPlus } from '@atrium/ui/icons'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBoard } from './board-context.ts'
import classes from './card-actions.module.css'

const CardMenu = lazy(() => import('./card-menu.tsx').then(({ CardMenu }) => ({ default: CardMenu })))

/** Plain buttons: there are hundreds of them, and a menu is made only for the card that is asked for it. */
export function CardActions({ card, isActive }: { card: Card; isActive: boolean }) {
  const { t } = useTranslation()
  const { myId, assign } = useBoard()
  const [isMenuWanted, setIsMenuWanted] = useState(false)
  const tabIndex = isActive ? 0 : -1
  const menuButton = (
    <button
      type="button"
      className={classes.action}
      tabIndex={tabIndex}
      aria-label={t('boards.card.menu', { title: card.title })}
      aria-haspopup="menu"
      title={t('actions.more')}
      onClick={() => setIsMenuWanted(true)}
    >
      <IconDots size={16} stroke={1.75} aria-hidden />
    </button>
  )
  return (
    <div className={classes.actions}>
      {card.assigneeId !== myId && (
        <button
          type="button"
          className={classes.action}
          data-quick
          tabIndex={tabIndex}
          aria-label={t('boards.card.assignToMe', { title: card.title })}
          title={t('boards.card.assignToMeShort')}
          onClick={() => assign(card, myId)}
        >
          <IconUserPlus size={16} stroke={1.75} aria-hidden />
        </button>
      )}
      {isMenuWanted ? (
        <Suspense fallback={menuButton}>
          <CardMenu card={card}>{menuButton}</CardMenu>
        </Suspense>
      ) : (
        menuButton
      )}
    </div>
  )
}
