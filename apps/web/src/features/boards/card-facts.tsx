import type { Card } from '@atrium/tasks/boards/full-board.contract'
import { fullName } from '@atrium/ui/format'
import { IconCheckbox, IconClock, IconMessageCircle, IconPaperclip, IconPlayerPlay } from '@atrium/ui/icons'
import { Avatar } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useBoard } from './board-context.ts'
import { CardDue } from './card-due.tsx'
import { CardFact } from './card-fact.tsx'
import classes from './card-facts.module.css'
import { CardPriority } from './card-priority.tsx'
import { shortDuration } from './days.ts'

export function CardFacts({ card, isTimed }: { card: Card; isTimed: boolean }) {
  const { t } = useTranslation()
  return (
    <>
      <div className={classes.foot}>
        <div className={classes.facts}>
          <span className={classes.number}>#{card.number}</span>
          <CardPriority id={card.priorityId} />
          {card.dueDate && <CardDue day={card.dueDate} isDone={card.completedAt !== null} />}
          {card.checklistTotal > 0 && <Checklist done={card.checklistDone} total={card.checklistTotal} />}
          {card.commentCount > 0 && (
            <CardFact icon={IconMessageCircle} name={t('boards.card.comments', { count: card.commentCount })}>
              {card.commentCount}
            </CardFact>
          )}
          {card.attachmentCount > 0 && (
            <CardFact
              icon={IconPaperclip}
              name={t('boards.card.attachments', { count: card.attachmentCount })}
            >
              {card.attachmentCount}
            </CardFact>
          )}
          <CardTime card={card} isTimed={isTimed} />
        </div>
        <Assignee id={card.assigneeId} />
      </div>
      {card.checklistDone > 0 && (
        <div className={classes.progress} aria-hidden="true">
          <i style={{ width: `${(100 * card.checklistDone) / card.checklistTotal}%` }} />
        </div>
      )}
    </>
  )
}

function Checklist({ done, total }: { done: number; total: number }) {
  const { t } = useTranslation()
  const tone = done === total ? 'good' : undefined
  return (
    <CardFact icon={IconCheckbox} name={t('boards.card.checklist', { done, total })} tone={tone}>
      {done}/{total}
    </CardFact>
  )
}

function CardTime({ card, isTimed }: { card: Card; isTimed: boolean }) {
  const { t, i18n } = useTranslation()
  const words = (seconds: number) => shortDuration(seconds, i18n.language)
  const tracked = words(card.trackedSeconds)
  const estimate = card.estimateSeconds && words(card.estimateSeconds)
  if (isTimed) {
    return (
      <CardFact icon={IconPlayerPlay} name={t('boards.card.timerRuns')} tone="running">
        {card.trackedSeconds > 0 && tracked}
      </CardFact>
    )
  }
  if (card.trackedSeconds === 0 && !estimate) return null
  const isOver = card.estimateSeconds !== null && card.trackedSeconds > card.estimateSeconds
  const name = estimate
    ? t('boards.card.timeOfEstimate', { tracked, estimate })
    : t('boards.card.time', { tracked })
  return (
    <CardFact icon={IconClock} name={name} tone={isOver ? 'soon' : undefined}>
      {card.trackedSeconds > 0 && tracked}
      {card.trackedSeconds > 0 && estimate && ' / '}
      {estimate}
    </CardFact>
  )
}

function Assignee({ id }: { id: number | null }) {
  const { t } = useTranslation()
  const { people } = useBoard()
  const person = id === null ? undefined : people.get(id)
  if (!person) return null
  const name = fullName(person)
  return (
    <Avatar
      className={classes.assignee}
      src={person.avatarUrl}
      name={name}
      color="initials"
      size={22}
      alt={t('boards.card.assignee', { name })}
      title={name}
      imageProps={{ draggable: false }}
    />
  )
}
