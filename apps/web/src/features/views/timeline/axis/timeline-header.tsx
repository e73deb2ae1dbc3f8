// biome-ignore-all lint/a11y/useSemanticElements: rows of a table element cannot be virtualized
// biome-ignore-all lint/a11y/useFocusableInteractive: one row has the focus, and the timeline handles its keys
import { IconButton } from '@atrium/ui/icon-button'
import { IconChevronsLeft, IconChevronsRight } from '@atrium/ui/icons'
import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { dayInWords } from '../../../../data/days.ts'
import { ListEdge } from './list-edge.tsx'
import { PlanLines } from './plan-lines.tsx'
import { headerHeightOf, type PlanMarks } from './plan-marks.ts'
import { type Tick, type TimeScale, ticksBetween, weekendsOf, xOf } from './time-scale.ts'
import classes from './timeline-header.module.css'
import type { Visible } from './use-time-window.ts'

interface TimelineHeaderProps {
  scale: TimeScale
  visible: Visible
  today: string
  marks: PlanMarks
  isListOpen: boolean
  listWidth: number
  onToggleList: () => void
  onListWidth: (width: number) => void
}

/** The time axis, and the heading of the list of titles. */
export function TimelineHeader(props: TimelineHeaderProps) {
  const { scale, visible, today, marks, isListOpen, listWidth, onToggleList, onListWidth } = props
  const { t, i18n } = useTranslation()
  const milestones = marks.milestones.map(({ name, date }) => {
    const day = dayInWords(date, i18n.language, { day: 'numeric', month: 'long' })
    return `${name}: ${day}`
  })
  const Icon = isListOpen ? IconChevronsLeft : IconChevronsRight
  return (
    <div role="rowgroup" className={classes.header}>
      <div
        role="row"
        aria-rowindex={1}
        className={classes.headerRow}
        style={{ height: headerHeightOf(marks) }}
      >
        <div role="columnheader" aria-colindex={1} className={classes.corner}>
          {isListOpen && <span className={classes.cut}>{t('timeline.tasks')}</span>}
          <IconButton
            icon={Icon}
            label={t('timeline.list')}
            variant={isListOpen ? 'subtle' : 'default'}
            size={26}
            aria-expanded={isListOpen}
            onClick={onToggleList}
          />
          {isListOpen && <ListEdge width={listWidth} onWidth={onListWidth} />}
        </div>
        <div
          role="columnheader"
          aria-colindex={2}
          aria-label={[t('timeline.axis'), ...milestones].join(', ')}
          className={classes.axis}
        >
          <Axis scale={scale} visible={visible} today={today} />
          <PlanLines scale={scale} visible={visible} marks={marks} />
        </div>
      </div>
    </div>
  )
}

interface AxisProps {
  scale: TimeScale
  visible: Visible
  today: string
}

const Axis = memo(function Axis({ scale, visible, today }: AxisProps) {
  const { upper, lower } = ticksBetween(scale, visible.left, visible.right)
  const label = useTickLabel()
  const at = ({ x, width }: Tick) => ({ left: x, width })
  return (
    <div aria-hidden>
      {upper.map(tick => (
        <div key={tick.day} className={classes.upperTick} style={at(tick)}>
          <span>{label(tick)}</span>
        </div>
      ))}
      {lower.map(tick => (
        <div
          key={tick.day}
          className={classes.lowerTick}
          style={at(tick)}
          data-today={(tick.unit === 'day' && tick.day === today) || undefined}
        >
          {label(tick)}
        </div>
      ))}
    </div>
  )
})

/** The formatters are created once: creating one costs more than all labels. */
function useTickLabel() {
  const { t, i18n } = useTranslation()
  return useMemo(() => {
    const format = (options: Intl.DateTimeFormatOptions) => {
      const { format } = new Intl.DateTimeFormat(i18n.language, { ...options, timeZone: 'UTC' })
      return (day: string) => format(new Date(day))
    }
    const month = format({ month: 'long' })
    const weekday = format({ weekday: 'short' })
    const dayNumber = (day: string) => String(Number(day.slice(8)))
    return ({ unit, day, width }: Tick) => {
      switch (unit) {
        case 'day':
          return `${weekday(day)} ${dayNumber(day)}`
        case 'week':
          return `${dayNumber(day)}–${dayNumber(lastOfWeek(day))}`
        case 'month':
          return width > 200 ? `${month(day)} ${day.slice(0, 4)}` : month(day)
        case 'quarter':
          return t('timeline.quarter', { number: Math.ceil(Number(day.slice(5, 7)) / 3) })
        case 'year':
          return day.slice(0, 4)
      }
    }
  }, [t, i18n.language])
}

function lastOfWeek(day: string) {
  return new Date(Date.parse(day) + 6 * 24 * 3600 * 1000).toISOString().slice(0, 10)
}

interface BackdropProps extends AxisProps {
  marks: PlanMarks
}

/** Lines between units, shaded weekends and the lines of milestones and of today, behind all rows. */
export const Backdrop = memo(function Backdrop({ scale, visible, today, marks }: BackdropProps) {
  const { lower } = ticksBetween(scale, visible.left, visible.right)
  const weekends = weekendsOf(scale)
  return (
    <div aria-hidden className={classes.backdrop}>
      {weekends && (
        <div
          className={classes.weekends}
          style={{
            backgroundSize: `${7 * scale.dayWidth}px 100%`,
            backgroundPositionX: weekends.x,
            backgroundImage: `linear-gradient(90deg, var(--timeline-weekend) ${weekends.width}px, transparent ${weekends.width}px)`,
          }}
        />
      )}
      {lower.map(({ day, x }) => (
        <i key={day} className={classes.tickLine} style={{ left: x }} />
      ))}
      {marks.milestones.map(({ id, date }) => (
        <i
          key={id}
          className={classes.milestoneLine}
          style={{ left: xOf(scale, date) + scale.dayWidth / 2 }}
        />
      ))}
      <i className={classes.today} style={{ left: xOf(scale, today) + scale.dayWidth / 2 }} />
    </div>
  )
})
