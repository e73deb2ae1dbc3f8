import type { ScheduledTask, TaskDependency } from '@atrium/tasks/tasks/schedule/task-schedule.contract'
import { memo } from 'react'
import type { Visible } from '../axis/use-time-window.ts'
import type { PlacedBar, RowHeight } from '../bars/bar-place.ts'
import type { Draft } from '../bars/use-bar-drag.ts'
import { linesIn } from './dependency-lines.ts'
import classes from './dependency-overlay.module.css'

interface DependencyOverlayProps {
  dependencies: TaskDependency[]
  tasks: ReadonlyMap<number, ScheduledTask>
  bars: ReadonlyMap<number, PlacedBar>
  rowHeight: RowHeight
  firstRow: number
  lastRow: number
  visible: Visible
  chain: ReadonlySet<number> | undefined
  draft: Draft | null
}

/** Lines from blockers to what they block. Screen readers get the same from the names of the rows. */
export const DependencyOverlay = memo(function DependencyOverlay(props: DependencyOverlayProps) {
  const { dependencies, tasks, bars, rowHeight, firstRow, lastRow, visible, chain, draft } = props
  const lines = linesIn(dependencies, tasks, bars, rowHeight, { firstRow, lastRow, ...visible })
  const isLit = ({ blockerId, blockedId }: TaskDependency) => chain?.has(blockerId) && chain.has(blockedId)
  const source = draft?.type === 'link' ? bars.get(draft.taskId) : undefined
  return (
    <svg className={classes.lines} width="1" height="1" aria-hidden="true">
      <defs>
        {(['plain', 'late', 'lit'] as const).map(kind => (
          <marker
            key={kind}
            id={`timeline-arrow-${kind}`}
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="8"
            markerHeight="8"
            markerUnits="userSpaceOnUse"
            orient="auto"
          >
            <path d="M0 0L8 4L0 8Z" className={classes.arrow} data-kind={kind} />
          </marker>
        ))}
      </defs>
      {lines.map(line => {
        const kind = line.isLate ? 'late' : isLit(line) ? 'lit' : 'plain'
        return (
          <path
            key={`${line.blockerId} ${line.blockedId}`}
            d={line.path}
            className={classes.line}
            data-dependency={`${line.blockerId}-${line.blockedId}`}
            data-kind={kind}
            data-lit={isLit(line) || undefined}
            data-faded={(chain !== undefined && chain.size > 1 && !isLit(line)) || line.isDone || undefined}
            markerEnd={`url(#timeline-arrow-${kind})`}
          />
        )
      })}
      {source && draft?.type === 'link' && (
        <path
          d={`M${source.right} ${source.row * rowHeight.height + rowHeight.middle}L${draft.to.x} ${draft.to.y}`}
          className={classes.line}
          data-kind="lit"
          data-lit
          markerEnd="url(#timeline-arrow-lit)"
        />
      )}
    </svg>
  )
})
