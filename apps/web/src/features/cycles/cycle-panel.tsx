import type { Cycle } from '@atrium/tasks/cycles/cycle.contract'
import { durationText } from '@atrium/ui/durations'
import { LoadingSkeleton } from '@atrium/ui/feedback/states'
import { IconButton } from '@atrium/ui/icon-button'
import {
  IconChevronDown,
  IconChevronRight,
  IconDots,
  IconEdit,
  IconFlagCheck,
  IconPlayerPlay,
  IconTrash,
} from '@atrium/ui/icons'
import { MenuItem } from '@atrium/ui/menu-item'
import {
  Badge,
  Button,
  Group,
  Menu,
  Progress,
  SegmentedControl,
  Stack,
  Text,
  Title,
  UnstyledButton,
} from '@mantine/core'
import { type ReactNode, Suspense, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { daysUntil } from '../../data/days.ts'
import { type CyclePhase, phaseOf } from '../../data/planning/cycle-phase.ts'
import { useCycleDays } from '../../data/planning/cycles.ts'
import { CapacityTable } from './capacity-table.tsx'
import { cycleTasksQuery } from './cycle.queries.ts'
import type { CycleAction } from './cycle-dialogs.tsx'
import classes from './planning.module.css'
import { useCycleTarget } from './planning-drag.ts'
import { type Planning, TaskList } from './task-list.tsx'

export type RenderBurnDown = (cycle: Cycle) => ReactNode

interface CyclePanelProps {
  cycle: Cycle
  today: string
  isInitiallyOpen: boolean
  mayManage: boolean
  planning: Planning
  renderBurnDown: RenderBurnDown
  onAction: (action: CycleAction) => void
}

/** A cycle with its progress and its tasks. Tasks can be dropped on it, whether it is open or not. */
export function CyclePanel(props: CyclePanelProps) {
  const { cycle, today, isInitiallyOpen, mayManage, onAction } = props
  const { t } = useTranslation()
  const panel = useRef<HTMLElement>(null)
  const [isOpen, setIsOpen] = useState(isInitiallyOpen)
  const titleId = useId()
  const contentId = useId()
  const phase = phaseOf(cycle, today)
  const isOver = useCycleTarget(panel, phase === 'finished' ? undefined : cycle.id)
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  const mayFinish = mayManage && (phase === 'current' || phase === 'ended')
  return (
    <section
      ref={panel}
      className={classes.pane}
      aria-labelledby={titleId}
      data-over={isOver || undefined}
      data-cycle={cycle.id}
    >
      <Stack gap="xs">
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <Title order={3} size="h4" id={titleId} flex={1} miw={0}>
            <UnstyledButton
              className={classes.toggle}
              aria-expanded={isOpen}
              aria-controls={contentId}
              onClick={() => setIsOpen(!isOpen)}
            >
              <Chevron size={18} stroke={1.75} aria-hidden className={classes.chevron} />
              <span className={classes.name}>{cycle.name}</span>
            </UnstyledButton>
          </Title>
          <Badge variant="light" color={colors[phase]} flex="none">
            {t(`cycles.phases.${phase}`)}
          </Badge>
          {mayManage && <CycleMenu cycle={cycle} phase={phase} onAction={onAction} />}
        </Group>
        <CycleFacts cycle={cycle} phase={phase} today={today} />
        <CycleProgress cycle={cycle} />
        {mayFinish && (
          <Button
            size="xs"
            variant={phase === 'ended' ? 'filled' : 'default'}
            leftSection={<IconFlagCheck size={16} stroke={1.75} />}
            style={{ alignSelf: 'start' }}
            onClick={() => onAction({ kind: 'finish', cycle })}
          >
            {t('cycles.finish.open')}
          </Button>
        )}
        <div id={contentId}>{isOpen && <CycleContent {...props} />}</div>
      </Stack>
    </section>
  )
}

const colors: Record<CyclePhase, string> = { current: 'teal', next: 'gray', ended: 'amber', finished: 'gray' }

function CycleFacts({ cycle, phase, today }: { cycle: Cycle; phase: CyclePhase; today: string }) {
  const { t } = useTranslation()
  const daysOf = useCycleDays()
  const left = phase === 'current' && cycle.endDate ? daysUntil(cycle.endDate, today) : undefined
  const facts = [
    daysOf(cycle),
    left === undefined ? '' : left === 0 ? t('cycles.lastDay') : t('cycles.daysLeft', { count: left }),
    cycle.carriedOverCount > 0 ? t('cycles.carriedOver', { count: cycle.carriedOverCount }) : '',
  ].filter(Boolean)
  return (
    <>
      {facts.length > 0 && (
        <Text size="sm" c="dimmed">
          {facts.join(' · ')}
        </Text>
      )}
      {cycle.goal && (
        <Text size="sm" className={classes.goal}>
          {cycle.goal}
        </Text>
      )}
    </>
  )
}

function CycleProgress({ cycle }: { cycle: Cycle }) {
  const { t, i18n } = useTranslation()
  const { taskTotal, taskDone, estimateSeconds, doneSeconds } = cycle
  const duration = (seconds: number) => durationText(seconds, i18n.language)
  if (taskTotal === 0) return null
  const label = t('cycles.progress', { done: taskDone, count: taskTotal })
  const estimated = t('cycles.estimated', { done: duration(doneSeconds), total: duration(estimateSeconds) })
  return (
    <Stack gap={4}>
      <Text size="sm">{estimateSeconds > 0 ? `${label} · ${estimated}` : label}</Text>
      <Progress.Root size="sm">
        <Progress.Section value={(100 * taskDone) / taskTotal} color="teal.6" aria-label={label} />
      </Progress.Root>
    </Stack>
  )
}

interface CycleMenuProps {
  cycle: Cycle
  phase: CyclePhase
  onAction: (action: CycleAction) => void
}

function CycleMenu({ cycle, phase, onAction }: CycleMenuProps) {
  const { t } = useTranslation()
  const open = (kind: 'edit' | 'start' | 'finish' | 'delete') => () => onAction({ kind, cycle })
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <IconButton icon={IconDots} label={t('cycles.menu', { name: cycle.name })} size={28} />
      </Menu.Target>
      <Menu.Dropdown>
        {phase === 'next' && (
          <MenuItem icon={IconPlayerPlay} label={t('cycles.start.open')} onClick={open('start')} />
        )}
        {phase !== 'finished' && (
          <MenuItem icon={IconFlagCheck} label={t('cycles.finish.open')} onClick={open('finish')} />
        )}
        <MenuItem icon={IconEdit} label={t('cycles.edit.open')} onClick={open('edit')} />
        <Menu.Divider />
        <MenuItem icon={IconTrash} label={t('cycles.delete.open')} isDangerous onClick={open('delete')} />
      </Menu.Dropdown>
    </Menu>
  )
}

const views = ['tasks', 'burnDown', 'people'] as const

function CycleContent({ cycle, planning, renderBurnDown }: CyclePanelProps) {
  const { t } = useTranslation()
  const [view, setView] = useState<(typeof views)[number]>('tasks')
  return (
    <Stack gap="sm" mt="xs">
      <SegmentedControl
        size="xs"
        style={{ alignSelf: 'start' }}
        aria-label={t('cycles.views.label', { name: cycle.name })}
        data={views.map(value => ({ value, label: t(`cycles.views.${value}`) }))}
        value={view}
        onChange={value => setView(value as (typeof views)[number])}
      />
      {view === 'tasks' && (
        <div>
          <TaskList
            label={t('cycles.planning.tasksOf', { name: cycle.name })}
            cycleId={cycle.id}
            query={cycleTasksQuery(cycle.projectId, cycle.id)}
            emptyText={t(cycle.finishedAt ? 'cycles.planning.nothingDone' : 'cycles.planning.emptyCycle')}
            planning={planning}
          />
        </div>
      )}
      {view === 'burnDown' && (
        <Suspense fallback={<LoadingSkeleton h={280} />}>{renderBurnDown(cycle)}</Suspense>
      )}
      {view === 'people' && <CapacityTable cycle={cycle} />}
    </Stack>
  )
}
