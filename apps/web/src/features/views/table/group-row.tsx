import type { CustomField } from '@atrium/tasks/fields/field.contract'
import type { TaskSummary } from '@atrium/tasks/tasks/summary/task-summary.contract'
import { IconChevronRight } from '@atrium/ui/icons'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { dayInWords } from '../../../data/days.ts'
import type { Grouping } from '../view/view-state.ts'
import type { CellContext } from './table-column.ts'
import type { Section } from './table-rows.ts'
import classes from './task-table.module.css'

export interface ShownGrouping {
  groupBy: Grouping
  /** The custom field, if the groups are by one. */
  field: CustomField | undefined
}

interface GroupRowProps {
  section: Section
  grouping: ShownGrouping
  /** Number fields among the columns. */
  summed: CustomField[]
  top: number
  rowIndex: number
  context: CellContext
  isActive: boolean
  isPhone: boolean
  onToggle: () => void
}

/** The header of a group, with its sums. */
export const GroupRow = memo(function GroupRow(props: GroupRowProps) {
  const { section, grouping, summed, top, rowIndex, context, isActive, isPhone, onToggle } = props
  const title = useGroupTitle(grouping, section.group, context)
  const color = grouping.field?.options.find(({ id }) => String(id) === section.group?.key)?.color
  const { group, isCollapsed } = section
  if (!group) return null
  return (
    <div
      role={isPhone ? 'listitem' : 'row'}
      className={classes.group}
      {...(!isPhone && { 'aria-rowindex': rowIndex + 2 })}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div {...(!isPhone && { role: 'gridcell' })} className={classes.groupCell}>
        <button
          type="button"
          data-cell="group"
          tabIndex={isPhone || isActive ? 0 : -1}
          aria-expanded={!isCollapsed}
          onClick={onToggle}
        >
          <IconChevronRight size={16} stroke={1.75} aria-hidden className={classes.chevron} />
          {color && <i className={classes.dot} style={{ background: color }} />}
          <span className={classes.cut}>{title}</span>
          <span className={classes.count}>{group.count.toLocaleString()}</span>
        </button>
        <Sums sums={group} summed={summed} context={context} />
      </div>
    </div>
  )
})

interface SumsProps {
  sums: Pick<TaskSummary, 'estimateSeconds' | 'trackedSeconds' | 'fieldSums'>
  summed: CustomField[]
  context: CellContext
}

function Sums({ sums, summed, context }: SumsProps) {
  const { t } = useTranslation()
  const { estimateSeconds, trackedSeconds, fieldSums = {} } = sums
  return (
    <span className={classes.sums}>
      {estimateSeconds > 0 && (
        <span>{t('views.sums.estimate', { duration: context.duration(estimateSeconds) })}</span>
      )}
      {trackedSeconds > 0 && (
        <span>{t('views.sums.tracked', { duration: context.duration(trackedSeconds) })}</span>
      )}
      {summed.map(({ id, name }) => {
        const sum = fieldSums[id]
        return sum ? <span key={id}>{`${name}: ${context.number(sum)}`}</span> : null
      })}
    </span>
  )
}

function useGroupTitle(
  { groupBy, field }: ShownGrouping,
  group: Section['group'],
  { directory, priorityName }: CellContext,
) {
  const { t, i18n } = useTranslation()
  if (!group) return ''
  const { key, title, parentTitle } = group
  if (field?.type === 'checkbox') return `${field.name}: ${t(key === 'true' ? 'fields.yes' : 'fields.no')}`
  if (key === null) return t(field ? 'views.groups.noValue' : withoutOne(groupBy))
  if (groupBy === 'due') return t(`views.due.${key as 'overdue'}`)
  if (groupBy === 'dueWeek') {
    const day = dayInWords(key, i18n.language, { day: 'numeric', month: 'long', year: 'numeric' })
    return t('views.groups.weekOf', { day })
  }
  if (groupBy === 'priority') {
    const priority = directory.priorities.get(Number(key))
    return priority ? priorityName(priority) : (title ?? '')
  }
  return parentTitle ? `${title} · ${parentTitle}` : (title ?? '')
}

/** What the tasks that are in no other group are called. */
function withoutOne(groupBy: Grouping) {
  if (groupBy === 'parent') return 'views.filter.noParent'
  if (groupBy === 'cycle') return 'views.groups.noCycle'
  return groupBy === 'assignee' ? 'views.groups.unassigned' : 'views.groups.none'
}

interface TableFooterProps {
  summary: TaskSummary
  summed: CustomField[]
  context: CellContext
}

/** What all rows add up to. */
export const TableFooter = memo(function TableFooter({ summary, summed, context }: TableFooterProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.footer}>
      <span role="status">{t('views.sums.count', { count: summary.count })}</span>
      <Sums sums={summary} summed={summed} context={context} />
    </div>
  )
})
