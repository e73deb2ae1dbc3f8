import {
  autoScrollForElements,
  autoScrollWindowForElements,
} from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import type { Project } from '@atrium/tasks/projects/project.contract'
import { EmptyState, ErrorState, RowsSkeleton } from '@atrium/ui/feedback/states'
import { SearchBox } from '@atrium/ui/forms/search-box'
import { IconPlus, IconRotateClockwise } from '@atrium/ui/icons'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useToday } from '../../data/account/user-settings.ts'
import { cyclesQuery } from '../../data/planning/cycles.ts'
import { backlogQuery, useFreshCycles } from './cycle.queries.ts'
import { type CycleAction, CycleDialogs } from './cycle-dialogs.tsx'
import { CyclePanel, type RenderBurnDown } from './cycle-panel.tsx'
import { Milestones } from './milestones.tsx'
import classes from './planning.module.css'
import { useCycleTarget, usePlanningDrops } from './planning-drag.ts'
import { type Planning, TaskList } from './task-list.tsx'
import { usePlanTask } from './use-plan-task.ts'

interface PlanningBoardProps {
  project: Project
  mayWrite: boolean
  mayManage: boolean
  renderBurnDown: RenderBurnDown
}

/** How many cycles show their tasks at once; others show them when they are opened. */
const OPEN_AT_FIRST = 2

/** The backlog beside the cycles that tasks are planned into. */
export function PlanningBoard({ project, mayWrite, mayManage, renderBurnDown }: PlanningBoardProps) {
  const { t } = useTranslation()
  const today = useToday()
  const [action, setAction] = useState<CycleAction>()
  const { data: cycles, error, isFetching, refetch } = useQuery(cyclesQuery(project.id))
  const { plan, arrivals } = usePlanTask(project.id)
  const onPlan: Planning['onPlan'] = (task, cycleId) => void plan(task, cycleId)
  usePlanningDrops(onPlan)
  useFreshCycles(project.id)
  useEffect(() => autoScrollWindowForElements(), [])
  if (!cycles)
    return error ? <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} /> : <RowsSkeleton />
  const planning = { projectKey: project.key, mayWrite, arrivals, onPlan }
  const create = mayManage && (
    <Button
      size="xs"
      leftSection={<IconPlus size={16} stroke={1.75} />}
      onClick={() => setAction({ kind: 'create' })}
    >
      {t('cycles.create')}
    </Button>
  )
  const open = cycles.filter(({ finishedAt }) => !finishedAt)
  const finished = cycles.filter(({ finishedAt }) => finishedAt)
  const shared = { today, mayManage, planning, renderBurnDown, onAction: setAction }
  return (
    <>
      <div className={classes.planning}>
        <Backlog project={project} planning={planning} />
        <Stack gap="md" miw={0}>
          <Group justify="space-between">
            <Title order={2} size="h3">
              {t('cycles.title')}
            </Title>
            {open.length > 0 && create}
          </Group>
          {open.length === 0 && (
            <EmptyState
              icon={IconRotateClockwise}
              title={t('cycles.empty.title')}
              text={t('cycles.empty.text')}
              order={3}
            >
              {create}
            </EmptyState>
          )}
          {open.map((cycle, at) => (
            <CyclePanel key={cycle.id} cycle={cycle} isInitiallyOpen={at < OPEN_AT_FIRST} {...shared} />
          ))}
          {finished.length > 0 && (
            <Title order={2} size="h4" mt="sm">
              {t('cycles.finishedOnes')}
            </Title>
          )}
          {finished.map(cycle => (
            <CyclePanel key={cycle.id} cycle={cycle} isInitiallyOpen={false} {...shared} />
          ))}
          <Milestones projectId={project.id} today={today} mayManage={mayManage} />
        </Stack>
      </div>
      {action && (
        <CycleDialogs
          projectId={project.id}
          cycles={cycles}
          today={today}
          action={action}
          onClose={() => setAction(undefined)}
        />
      )}
    </>
  )
}

function Backlog({ project, planning }: { project: Project; planning: Planning }) {
  const { t } = useTranslation()
  const pane = useRef<HTMLElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const [search, setSearch] = useState('')
  const titleId = useId()
  const isOver = useCycleTarget(pane, null)
  useEffect(() => (scroller.current ? autoScrollForElements({ element: scroller.current }) : undefined), [])
  return (
    <section
      ref={pane}
      className={`${classes.pane} ${classes.backlog}`}
      aria-labelledby={titleId}
      data-over={isOver || undefined}
      data-cycle="none"
    >
      <Title order={2} size="h4" id={titleId}>
        {t('cycles.backlog.title')}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {t(planning.mayWrite ? 'cycles.backlog.text' : 'cycles.backlog.textForViewers')}
      </Text>
      <SearchBox label={t('cycles.backlog.search')} onSearch={setSearch} />
      <div ref={scroller} className={classes.scroller}>
        <TaskList
          label={t('cycles.backlog.title')}
          cycleId={null}
          query={backlogQuery(project.id, search)}
          emptyText={t(search ? 'cycles.backlog.notFound' : 'cycles.backlog.empty')}
          planning={planning}
        />
      </div>
    </section>
  )
}
