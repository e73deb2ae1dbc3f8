import { useLatest } from '@atrium/ui/latest'
import { useCallback, useRef } from 'react'
import { useToday } from '../../../data/account/user-settings.ts'
import type { TaskViewProps } from '../view/task-view.ts'
import { type ScaleName, scaleNameOf } from './axis/time-scale.ts'
import { useTimeWindow } from './axis/use-time-window.ts'
import { useTimelineTasks } from './timeline.queries.ts'
import { TimelineGrid } from './timeline-grid.tsx'
import { TimelineTools } from './timeline-tools.tsx'
import { useTitleList } from './use-title-list.ts'

/** Tasks as bars along time, with lines from blockers to what they block. */
export function TaskTimeline(props: TaskViewProps) {
  const { scope, state, onChange, findField } = props
  const today = useToday()
  const list = useTitleList()
  const scroller = useRef<HTMLDivElement>(null)
  const scaleName = scaleNameOf(state.scale)
  const latest = useLatest(onChange)
  const onScale = useCallback((name: ScaleName) => latest.current({ scale: name }), [])
  const axis = useTimeWindow({
    scroller,
    listWidth: list.width,
    scaleName,
    onScale,
    today,
    day: state.date ?? today,
  })
  const loaded = useTimelineTasks(scope, axis.range, findField)
  return (
    <>
      <TimelineTools
        scaleName={scaleName}
        onScale={onScale}
        onZoom={axis.zoom}
        onToday={() => axis.showDay(today)}
      />
      <TimelineGrid {...props} scroller={scroller} axis={axis} list={list} loaded={loaded} today={today} />
    </>
  )
}
