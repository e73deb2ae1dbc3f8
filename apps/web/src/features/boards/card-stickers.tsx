import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { useBoard } from './board-context.ts'
import classes from './card-stickers.module.css'

export function CardStickers({ ids }: { ids: number[] }) {
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
