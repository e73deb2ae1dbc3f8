import { IconFlagFilled } from '@atrium/ui/icons'
import { memo } from 'react'
import { DAYS_HEIGHT, LINE_HEIGHT, type PlanMarks } from './plan-marks.ts'
import { type TimeScale, xOf } from './time-scale.ts'
import classes from './timeline-header.module.css'
import type { Visible } from './use-time-window.ts'

const MAX_LABEL = 180

interface PlanLinesProps {
  scale: TimeScale
  visible: Visible
  marks: PlanMarks
}

/** Cycles as bands, and below them milestones as flags with their names. */
export const PlanLines = memo(function PlanLines({ scale, visible, marks }: PlanLinesProps) {
  const { cycles, lineCount, milestones } = marks
  const isVisible = (left: number, right: number) => right > visible.left && left < visible.right
  const milestonesTop = DAYS_HEIGHT + lineCount * LINE_HEIGHT
  return (
    <div aria-hidden>
      {cycles.map(({ id, name, from, to, line, isFinished }) => {
        const left = xOf(scale, from)
        const width = xOf(scale, to) + scale.dayWidth - left
        if (!isVisible(left, left + width)) return null
        return (
          <div
            key={id}
            className={classes.cycle}
            title={name}
            data-finished={isFinished || undefined}
            style={{ left, width, top: DAYS_HEIGHT + line * LINE_HEIGHT }}
          >
            <span>{name}</span>
          </div>
        )
      })}
      {milestones.map(({ id, name, date }, at) => {
        const left = xOf(scale, date) + scale.dayWidth / 2
        const next = milestones[at + 1]
        const room = next ? xOf(scale, next.date) + scale.dayWidth / 2 - left : MAX_LABEL
        if (!isVisible(left, left + MAX_LABEL)) return null
        return (
          <div
            key={id}
            className={classes.milestone}
            title={name}
            style={{ left, top: milestonesTop, maxWidth: Math.max(14, Math.min(room, MAX_LABEL)) }}
          >
            <IconFlagFilled size={12} />
            <span>{name}</span>
          </div>
        )
      })}
    </div>
  )
})
