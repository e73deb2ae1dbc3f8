import { taskKey } from '@atrium/tasks/projects/project-key.contract'
import {
  IconCheckbox,
  IconChevronDown,
  IconChevronRight,
  IconCircleDashed,
  IconClock,
  IconRotateClockwise,
  IconSubtask,
  IconUser,
} from '@atrium/ui/icons'
import { PersonAvatar } from '@atrium/ui/person-avatar'
import { Progress, Title, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { PriorityIcon } from '../../../data/planning/priority-icon.tsx'
import { useBoard } from '../board/board-context.ts'
import type { LaneParent, ShownLane } from '../board/board-lanes.ts'
import type { ShownColumn } from '../board/shown-columns.ts'
import { useLinger } from '../columns/use-linger.ts'
import { useCardTarget } from '../drag/cell-drag.ts'
import classes from './lane-board.module.css'
import { useAccepts } from './lane-cell.tsx'

interface LaneHeaderProps {
  lane: ShownLane
  /** The cells that are shown below it. */
  cells: ShownColumn[]
  titleId: string
  isDragging: boolean
  onToggle: (key: string) => void
}

/** What the lane stands for and how much is in it. A card that is held over a collapsed lane expands it. */
export function LaneHeader({ lane, cells, titleId, isDragging, onToggle }: LaneHeaderProps) {
  const { t } = useTranslation()
  const { formats } = useBoard()
  const header = useRef<HTMLElement>(null)
  const over = useCardTarget(header, { laneKey: lane.key, accepts: useAccepts(lane) }, isDragging)
  useLinger(lane.isCollapsed && isDragging, over !== null, () => onToggle(lane.key))
  const cards = cells.flatMap(cell => cell.cards)
  const estimate = cards.reduce((sum, { estimateSeconds }) => sum + (estimateSeconds ?? 0), 0)
  const Chevron = lane.isCollapsed ? IconChevronRight : IconChevronDown
  const parent = lane.subject?.kind === 'parent' ? lane.subject.parent : undefined
  return (
    <header ref={header} className={classes.laneHeader} data-over={over ? true : undefined}>
      <div className={classes.laneTitle}>
        <Title order={3} id={titleId} size="sm" fw={600} className={classes.heading}>
          <UnstyledButton
            className={classes.toggle}
            aria-expanded={!lane.isCollapsed}
            onClick={() => onToggle(lane.key)}
          >
            <Chevron size={16} stroke={1.75} aria-hidden className={classes.chevron} />
            <LaneIcon lane={lane} />
            <span className={classes.name}>{lane.name}</span>
          </UnstyledButton>
        </Title>
        {parent && <ParentFacts parent={parent} />}
        {lane.subject?.kind === 'cycle' && <span className={classes.fact}>{lane.subject.days}</span>}
        <span className={classes.count} title={t('lanes.count', { count: cards.length })}>
          {cards.length}
        </span>
        {estimate > 0 && (
          <span
            className={classes.fact}
            title={t('lanes.estimate', { duration: formats.duration(estimate) })}
          >
            <IconClock size={13} stroke={1.75} aria-hidden />
            {formats.duration(estimate)}
          </span>
        )}
      </div>
    </header>
  )
}

function LaneIcon({ lane: { subject } }: { lane: ShownLane }) {
  const icon = { size: 16, stroke: 1.75, 'aria-hidden': true, className: classes.icon }
  switch (subject?.kind) {
    case 'person':
      return subject.person ? <PersonAvatar person={subject.person} size={22} /> : <IconUser {...icon} />
    case 'priority':
      return <PriorityIcon priority={subject.priority} />
    case 'option':
      return <i className={classes.dot} style={{ background: subject.option.color }} />
    case 'parent':
      return <IconSubtask {...icon} />
    case 'cycle':
      return <IconRotateClockwise {...icon} />
    case 'checked':
      return <IconCheckbox {...icon} />
    default:
      return <IconCircleDashed {...icon} />
  }
}

/** Its key opens the parent. */
function ParentFacts({ parent }: { parent: LaneParent }) {
  const { t } = useTranslation()
  const { boardId, projectKey } = useBoard()
  const { subtaskDone: done, subtaskTotal: total } = parent
  return (
    <>
      <Link
        to="/board/$boardId/task/$taskId"
        params={{ boardId, taskId: parent.id }}
        search
        className={classes.parent}
        aria-label={t('lanes.openParent', { title: parent.title })}
      >
        {taskKey(parent.number, projectKey)}
      </Link>
      {total > 0 && (
        <span className={classes.fact} title={t('boards.card.subtasks', { done, total })}>
          <Progress value={(100 * done) / total} w={48} size="sm" color="teal" aria-hidden />
          {done}/{total}
        </span>
      )}
    </>
  )
}
