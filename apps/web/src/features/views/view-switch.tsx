import { IconChartHistogram, IconLayoutKanban, IconRotateClockwise } from '@atrium/ui/icons'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { boardFiltersOf } from '../../data/boards/board-filter-text.ts'
import { carriedFilter } from './view/carried-filter.ts'
import { searchOf, usualFilter, type ViewState } from './view/view-state.ts'
import { type ViewKindName, viewKinds } from './view-kinds.ts'
import classes from './view-switch.module.css'

type ViewName = ViewKindName | 'board' | 'cycles' | 'reports'

interface ViewSwitchProps {
  current: ViewName
  /** Undefined for the tasks of all projects, which have neither a board nor cycles nor reports. */
  projectId: number | undefined
  /** The board to show unless the filter names one; undefined leads to the list of boards. */
  boardId: number | undefined
  /** What the other views show as well. */
  state: ViewState
}

/** Switches between the same tasks as a board, a table, a calendar, a timeline, cycles or reports. */
export function ViewSwitch({ current, projectId, boardId, state }: ViewSwitchProps) {
  const { t } = useTranslation()
  const kinds = Object.entries(viewKinds) as [ViewKindName, { icon: Icon }][]
  const filterOn = (view: ViewName) =>
    carriedFilter(state.filter, usualFilter(projectId, current), usualFilter(projectId, view))
  const entries: [ViewName, Icon, LinkProps][] = [
    ...(projectId ? [['board', IconLayoutKanban, boardLink(projectId, boardId, state)] as const] : []),
    ...kinds.map(
      ([name, { icon }]) =>
        [name, icon, kindLink(projectId, name, { ...state, filter: filterOn(name) })] as const,
    ),
    ...(projectId ? [['cycles', IconRotateClockwise, cyclesLink(projectId)] as const] : []),
    ...(projectId
      ? [['reports', IconChartHistogram, reportsLink(projectId, filterOn('reports'))] as const]
      : []),
  ].map(([name, icon, link]) => [name, icon, link as LinkProps])
  return (
    <nav aria-label={t('views.switch')} className={classes.switch}>
      {entries.map(([name, Icon, link]) => {
        const content = (
          <>
            <Icon size={16} stroke={1.75} />
            <span>{t(`views.kinds.${name}`)}</span>
          </>
        )
        return name === current ? (
          <span key={name} className={classes.kind} aria-current="page">
            {content}
          </span>
        ) : (
          <Link
            key={name}
            {...link}
            className={classes.kind}
            title={t(`views.kinds.${name}`)}
            // The table has the address of the other views without their parameters.
            activeOptions={{ exact: true }}
          >
            {content}
          </Link>
        )
      })}
    </nav>
  )
}

type Icon = ComponentType<{ size: number; stroke: number }>

function boardLink(projectId: number, boardId: number | undefined, { filter }: ViewState) {
  const { boardId: named, ...search } = boardFiltersOf(filter)
  const target = named ?? boardId
  return target === undefined
    ? { to: '/project/$projectId', params: { projectId } }
    : { to: '/board/$boardId', params: { boardId: target }, search }
}

function kindLink(projectId: number | undefined, kind: ViewKindName, state: ViewState) {
  const search = searchOf({ ...state, kind, scale: undefined }, usualFilter(projectId, kind))
  return projectId === undefined
    ? { to: '/tasks', search }
    : { to: '/project/$projectId/tasks', params: { projectId }, search }
}

function cyclesLink(projectId: number) {
  return { to: '/project/$projectId/cycles', params: { projectId } }
}

function reportsLink(projectId: number, filter: string) {
  return { to: '/project/$projectId/reports', params: { projectId }, search: filter ? { filter } : {} }
}
