import { announce } from '@atlaskit/pragmatic-drag-and-drop-live-region'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { lazyDialog } from '@atrium/ui/dialogs/lazy-dialog'
import { showNotice } from '@atrium/ui/feedback/notifications'
import { ErrorState } from '@atrium/ui/feedback/states'
import { firstWeekdayIn } from '@atrium/ui/forms/use-calendar-props'
import { Drawer, Text, VisuallyHidden } from '@mantine/core'
import { useDisclosure, useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { personalProjectOf } from '../../../data/boards/boards.ts'
import { allProjectsQuery } from '../../../data/projects/projects.ts'
import { scheduleQuery } from '../schedule/schedule.queries.ts'
import { daysOf } from '../schedule/task-dates.ts'
import type { TaskViewProps } from '../view/task-view.ts'
import { CalendarContext, useCalendarContext } from './calendar-context.ts'
import { weeksOf } from './calendar-days.ts'
import { useCalendarDrag } from './calendar-drag.ts'
import { CalendarGrid } from './calendar-grid.tsx'
import { CalendarHeader } from './calendar-header.tsx'
import { useMove, useShownTasks } from './calendar-moves.ts'
import { keyHelpId } from './calendar-task.tsx'
import { PhoneCalendar } from './phone-calendar.tsx'
import classes from './task-calendar.module.css'
import { undatedQuery } from './undated.queries.ts'
import { UndatedList, type UndatedListProps } from './undated-list.tsx'
import type { LiftedTask } from './use-calendar-keys.ts'

const NewTaskDialog = lazyDialog(async () => (await import('./new-task-dialog.tsx')).NewTaskDialog)

/** Tasks on their days, a month or a week at a time. */
export function TaskCalendar(props: TaskViewProps) {
  const { scope, state, onChange, findField } = props
  const { t, i18n } = useTranslation()
  const context = useCalendarContext(props)
  const { formats, today } = context
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const scale = state.scale === 'week' ? 'week' : 'month'
  const date = state.date ?? today
  const firstWeekday = firstWeekdayIn(i18n.language)
  const weeks = useMemo(() => weeksOf(scale, date, firstWeekday), [scale, date, firstWeekday])
  const [from = date, to = date] = [weeks[0]?.[0], weeks.at(-1)?.at(-1)]
  const query = scheduleQuery(scope, { from, to })
  const { data, error, isFetching, refetch } = useQuery({ ...query, placeholderData: keepPreviousData })
  const move = useMove(query.queryKey, context)
  const [lifted, setLifted] = useState<LiftedTask>()
  const { dragged, target } = useCalendarDrag({
    onPickUp: ({ title }) => announce(t('calendar.drag.pickedUp', { title })),
    onDrop: (task, dates) => {
      if (dates) move(task, dates)
      else announce(t('boards.keys.putBack', { title: task.title }))
    },
  })
  const tasks = useShownTasks(data?.tasks, lifted, dragged !== undefined)
  const undated = useUndated(props, isPhone)
  const creation = useCreation(props)

  const onDate = (day: string) => onChange({ date: day === today ? undefined : day })
  const title = scale === 'month' ? formats.month(date) : formats.range(from, to)
  const shared = {
    weeks,
    tasks,
    scale,
    date,
    isBusy: !data,
    target,
    onDate,
    onCreate: creation.onCreate,
    label: t('calendar.label', { title }),
  } as const
  if (error && !data) return <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />
  return (
    <CalendarContext value={context}>
      <CalendarHeader
        scale={scale}
        date={date}
        title={title}
        onScale={next => onChange({ scale: next === 'month' ? undefined : next })}
        onDate={onDate}
        undatedCount={undated.count}
        isUndatedOpen={undated.isOpen}
        onToggleUndated={undated.toggle}
        viewId={state.savedId}
      />
      {data?.hasMore && (
        <Text size="xs" c="dimmed" className={classes.note} role="status">
          {t('calendar.tooMany', { count: data.tasks.length })}
        </Text>
      )}
      <div className={classes.body} data-dragging={dragged !== undefined || undefined}>
        {isPhone ? (
          <PhoneCalendar {...shared} />
        ) : (
          <CalendarGrid {...shared} lifted={lifted} onLift={setLifted} onMove={move} />
        )}
        <UndatedTasks
          isSheet={isPhone}
          isOpen={undated.isOpen}
          isAway={dragged !== undefined && !daysOf(dragged)}
          scope={scope}
          findField={findField}
          day={date}
          onSchedule={(task, day) => move(task, { startDate: null, dueDate: day })}
          onClose={undated.toggle}
        />
      </div>
      {creation.onCreate && <NewTaskDialog {...creation.dialog} />}
      <VisuallyHidden id={keyHelpId}>{t('calendar.keys.help')}</VisuallyHidden>
    </CalendarContext>
  )
}

interface UndatedTasksProps extends UndatedListProps {
  isSheet: boolean
  isOpen: boolean
  /** A task that is dragged out of the sheet is on its way to a day below it. */
  isAway: boolean
}

/** Beside the days; on a phone a sheet. */
function UndatedTasks({ isSheet, isOpen, isAway, onClose, ...list }: UndatedTasksProps) {
  const { t } = useTranslation()
  if (!isSheet) return isOpen && <UndatedList {...list} onClose={onClose} />
  return (
    <Drawer
      opened={isOpen}
      onClose={() => onClose?.()}
      title={t('calendar.undated.title')}
      position="bottom"
      size="45%"
      withOverlay={false}
      lockScroll={false}
      closeButtonProps={{ 'aria-label': t('calendar.undated.close') }}
      classNames={{
        root: classes.sheetRoot ?? '',
        content: classes.sheetContent ?? '',
        body: classes.sheet ?? '',
      }}
      data-away={isAway || undefined}
    >
      <UndatedList {...list} onClose={undefined} />
    </Drawer>
  )
}

function useUndated({ scope, findField }: TaskViewProps, isPhone: boolean) {
  const { data: count } = useInfiniteQuery({
    ...undatedQuery(scope, findField, ''),
    select: ({ pages }) => pages[0]?._meta.total,
  })
  const [isSheetOpen, sheet] = useDisclosure()
  const [isListOpen, setIsListOpen] = useLocalStorage({
    key: 'atrium.calendar-undated',
    defaultValue: true,
    getInitialValueInEffect: false,
  })
  return isPhone
    ? { count, isOpen: isSheetOpen, toggle: sheet.toggle }
    : { count, isOpen: isListOpen, toggle: () => setIsListOpen(!isListOpen) }
}

/** Where the user can create tasks; over all projects, the personal one comes first. */
function useCreation({ projectId, mayWrite, onOpen }: TaskViewProps) {
  const { t } = useTranslation()
  const [day, setDay] = useState<string>()
  const { data: all = [] } = useQuery(allProjectsQuery)
  const personal = personalProjectOf(all)
  const projects = all
    .filter(({ id, boards }) => (projectId ?? id) === id && boards.length > 0 && mayWrite(id))
    .sort((one, other) => Number(other === personal) - Number(one === personal))
  const onCreated = (task: Task) =>
    showNotice({
      message: t('work.newTask.created', { title: task.title }),
      action: { label: t('work.newTask.open'), run: () => onOpen(task) },
    })
  return {
    onCreate: projects.length > 0 ? setDay : undefined,
    dialog: { isOpen: day !== undefined, day, projects, onCreated, onClose: () => setDay(undefined) },
  }
}
