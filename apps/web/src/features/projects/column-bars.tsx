import type { Column } from '@atrium/tasks/boards/column.contract'
import classes from './board-card.module.css'

const drawn = 12

/** The board's shape at a glance; the words below it say the same. */
export function ColumnBars({ columns }: { columns: Column[] }) {
  const shown = columns.slice(0, drawn)
  const most = Math.max(1, ...shown.map(({ taskCount }) => taskCount))
  return (
    <div className={classes.bars} aria-hidden="true">
      {shown.map(({ id, title, taskCount, isDone }) => (
        <div
          key={id}
          className={classes.bar}
          data-done={isDone || undefined}
          title={`${title}: ${taskCount}`}
          style={{ height: `${(100 * taskCount) / most}%` }}
        />
      ))}
    </div>
  )
}
