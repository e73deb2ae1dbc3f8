import { IconCalendarMonth, IconMenuDeep, IconTable } from '@atrium/ui/icons'
import { type ComponentType, lazy } from 'react'
import type { TaskViewProps } from './view/task-view.ts'

interface ViewKind {
  icon: ComponentType<{ size: number; stroke: number }>
  Component: ComponentType<TaskViewProps>
}

/** The views that the switcher offers, each loaded when it is first shown. Its name is `views.kinds.<name>`. */
export const viewKinds = {
  table: {
    icon: IconTable,
    Component: lazy(async () => ({ default: (await import('./table/task-table.tsx')).TaskTable })),
  },
  calendar: {
    icon: IconCalendarMonth,
    Component: lazy(async () => ({ default: (await import('./calendar/task-calendar.tsx')).TaskCalendar })),
  },
  timeline: {
    icon: IconMenuDeep,
    Component: lazy(async () => ({ default: (await import('./timeline/task-timeline.tsx')).TaskTimeline })),
  },
} satisfies Record<string, ViewKind>

export type ViewKindName = keyof typeof viewKinds

export function kindOf(name: string): ViewKindName {
  return Object.hasOwn(viewKinds, name) ? (name as ViewKindName) : 'table'
}
