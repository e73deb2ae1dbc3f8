import type { Card } from '@atrium/tasks/boards/full-board.contract'
import { taskKey } from '@atrium/tasks/projects/project-key.contract'
import {
  IconBan,
  IconCalendarEvent,
  IconCheckbox,
  IconCircleCheck,
  IconClock,
  IconGitPullRequest,
  IconMessageCircle,
  IconPaperclip,
  IconPlayerPlay,
  IconRepeat,
  IconSubtask,
  IconThumbUp,
  IconUserPlus,
} from '@atrium/ui/icons'
import type { ComponentType, CSSProperties, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { daysUntil } from '../../../data/days.ts'
import { assigneeIdsOf } from '../../../data/people/assignees.ts'
import { MAX_AVATARS, namesOf, PeopleAvatars } from '../../../data/people/people-avatars.tsx'
import { usePriorityName } from '../../../data/planning/priorities.ts'
import { PriorityIcon } from '../../../data/planning/priority-icon.tsx'
import { useBoard } from '../board/board-context.ts'
import classes from './card-facts.module.css'

/** The board's schema does not list them. */
type PullRequestState = 'open' | 'draft' | 'merged' | 'closed'

interface CardFactsProps {
  card: Card
  isTimed: boolean
  tabIndex: number
  /** Before the assignees. */
  children: ReactNode
}

export function CardFacts({ card, isTimed, tabIndex, children }: CardFactsProps) {
  const { t } = useTranslation()
  const { projectKey } = useBoard()
  return (
    <>
      <div
        className={classes.foot}
        data-assigned={card.assigneeId !== null || undefined}
        style={{ '--avatars': Math.min(MAX_AVATARS, assigneeIdsOf(card).length) } as CSSProperties}
      >
        <div className={classes.facts}>
          <span className={classes.number}>{taskKey(card.number, projectKey)}</span>
          <CardPriority id={card.priorityId} />
          {card.isBlocked && !card.completedAt && (
            <CardFact icon={IconBan} name={t('boards.card.blocked')} tone="late" />
          )}
          {card.dueDate && <CardDue day={card.dueDate} isDone={card.completedAt !== null} />}
          {card.subtaskTotal > 0 && <Subtasks done={card.subtaskDone} total={card.subtaskTotal} />}
          {card.recurrenceId !== null && <CardFact icon={IconRepeat} name={t('boards.card.repeats')} />}
          {card.checklistTotal > 0 && <Checklist done={card.checklistDone} total={card.checklistTotal} />}
          {card.commentCount > 0 && (
            <CardFact icon={IconMessageCircle} name={t('boards.card.comments', { count: card.commentCount })}>
              {card.commentCount}
            </CardFact>
          )}
          {card.voteCount > 0 && (
            <CardFact icon={IconThumbUp} name={t('boards.card.votes', { count: card.voteCount })}>
              {card.voteCount}
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
          {card.pullRequestState !== null && (
            <CardFact
              icon={IconGitPullRequest}
              name={t(`connections.links.onCard.${card.pullRequestState as PullRequestState}`)}
            />
          )}
          <CardTime card={card} isTimed={isTimed} />
        </div>
        <div className={classes.tools}>
          {children}
          <Assignee card={card} tabIndex={tabIndex} />
        </div>
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

function Subtasks({ done, total }: { done: number; total: number }) {
  const { t } = useTranslation()
  const tone = done === total ? 'good' : undefined
  return (
    <CardFact icon={IconSubtask} name={t('boards.card.subtasks', { done, total })} tone={tone}>
      {done}/{total}
    </CardFact>
  )
}

function CardTime({ card, isTimed }: { card: Card; isTimed: boolean }) {
  const { t } = useTranslation()
  const { formats } = useBoard()
  const tracked = formats.duration(card.trackedSeconds)
  const estimate = card.estimateSeconds && formats.duration(card.estimateSeconds)
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

/** A button for everyone who can assign the card. */
function Assignee({ card, tabIndex }: { card: Card; tabIndex: number }) {
  const { t } = useTranslation()
  const { people, mayWrite, openField } = useBoard()
  const assigned = assigneeIdsOf(card).flatMap(id => people.get(id) ?? [])
  const name = namesOf(assigned)
  const label = name ? t('boards.card.assignee', { name }) : t('boards.card.assign', { title: card.title })
  const avatar = assigned.length > 0 && <PeopleAvatars people={assigned} size={22} />
  if (!mayWrite) {
    return (
      avatar && (
        <span title={name}>
          {avatar}
          <span className={classes.factName}>{label}</span>
        </span>
      )
    )
  }
  return (
    <button
      type="button"
      className={classes.assignee}
      data-nobody={!avatar || undefined}
      tabIndex={tabIndex}
      title={name || t('boards.card.assignShort')}
      onClick={() => openField(card, 'assignee')}
    >
      <span aria-hidden="true">{avatar || <IconUserPlus size={14} stroke={1.75} />}</span>
      <span className={classes.factName}>{label}</span>
    </button>
  )
}

/** The default priority has no icon. */
function CardPriority({ id }: { id: number }) {
  const { t } = useTranslation()
  const { priorities } = useBoard()
  const nameOf = usePriorityName()
  const priority = priorities.get(id)
  if (!priority || priority.isDefault) return null
  const name = t('boards.card.priority', { name: nameOf(priority) })
  return (
    <span className={classes.fact} title={name}>
      <PriorityIcon priority={priority} size={14} />
      <span className={classes.factName}>{name}</span>
    </span>
  )
}

function CardDue({ day, isDone }: { day: string; isDone: boolean }) {
  const { t } = useTranslation()
  const { today, formats } = useBoard()
  const text = formats.day(day, today)
  const state = dueState(day, today, isDone)
  return (
    <CardFact
      icon={isDone ? IconCircleCheck : IconCalendarEvent}
      name={t(`boards.card.due.${state ?? 'later'}`, { day: text })}
      tone={state}
    >
      {text}
    </CardFact>
  )
}

function dueState(day: string, today: string, isDone: boolean) {
  if (isDone) return 'good'
  const days = daysUntil(day, today)
  if (days < 0) return 'late'
  return days <= 1 ? 'soon' : undefined
}

interface CardFactProps {
  icon: ComponentType<{ size: number; stroke: number; 'aria-hidden': true }>
  /** The full text, for screen readers. */
  name: string
  tone?: 'good' | 'soon' | 'late' | 'running' | undefined
  children?: ReactNode
}

function CardFact({ icon: Icon, name, tone, children }: CardFactProps) {
  return (
    <span className={classes.fact} data-tone={tone} title={name}>
      <Icon size={14} stroke={1.75} aria-hidden />
      {children && <span aria-hidden="true">{children}</span>}
      <span className={classes.factName}>{name}</span>
    </span>
  )
}
