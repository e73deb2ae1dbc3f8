import type { CurrentUser } from '@atrium/tasks/administration/user.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { pageTitle } from '@atrium/ui/branding'
import { EmptyState, ErrorState } from '@atrium/ui/feedback/states'
import { IconButton } from '@atrium/ui/icon-button'
import { IconCalendarShare, IconListCheck } from '@atrium/ui/icons'
import { PageContainer } from '@atrium/ui/shell/page-container'
import { Group, Stack, Text, Title } from '@mantine/core'
import { useDisclosure, useLocalStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CalendarFeedsDialog } from '../../calendar-feeds/lazy-calendar-feeds.tsx'
import { useTimeZone } from '../../data/account/user-settings.ts'
import { usePersonalBoard } from '../../data/boards/boards.ts'
import { clockOf, dayInWords, partOfDay, todayIn } from '../../data/days.ts'
import { allProjectsQuery, mayAs, membersQuery } from '../../data/projects/projects.ts'
import { currentUserQuery, identityAdminUrl, useHasPermission } from '../../data/session/current-user.ts'
import { ChooseDoneColumn } from '../../features/boards/columns/choose-done-column.tsx'
import { MyDay } from '../../features/my-work/day/my-day.tsx'
import { usePlanKeys } from '../../features/my-work/day/use-plan-keys.ts'
import { WeekDays } from '../../features/my-work/day/week-days.tsx'
import { FirstSteps } from '../../features/my-work/first-steps.tsx'
import { MyTasks, MyWorkSkeleton, RecentlyDone } from '../../features/my-work/my-tasks.tsx'
import { type DoneQuestion, useCompleteTask, useMyTasks } from '../../features/my-work/my-work.queries.ts'
import { usePlan, usePlanChanges } from '../../features/my-work/plan/plan.queries.ts'
import { usePlanDrops } from '../../features/my-work/plan/plan-drag.ts'
import { PlanMenu } from '../../features/my-work/plan/plan-menu.tsx'
import { QuickCapture } from '../../features/my-work/quick-capture.tsx'
import { WhatsNew } from '../../features/my-work/whats-new.tsx'
import { invitationsQuery } from '../../features/projects/invitation.queries.ts'
import { OwnInvitations } from '../../features/projects/invitations/own-invitations.tsx'
import { CreateProjectDialog } from '../../features/projects/project-form.tsx'
import { RunningTimer, TaskTimerIcon } from '../../features/time-tracking/timer.tsx'
import { PageLoading } from '../page-loading.tsx'
import classes from './my-work-page.module.css'

export default function MyWorkPage() {
  const { t } = useTranslation()
  const { timeZone } = useTimeZone()
  return (
    <PageContainer>
      <title>{pageTitle(t('navigation.myWork'))}</title>
      {timeZone ? <MyWork timeZone={timeZone} /> : <MyWorkSkeleton />}
    </PageContainer>
  )
}

function MyWork({ timeZone }: { timeZone: string }) {
  const { t } = useTranslation()
  const { data: user } = useQuery(currentUserQuery)
  const { tasks, hidden, done, isPending, isFetching, error, refetch } = useMyTasks()
  const capture = useRef<HTMLTextAreaElement>(null)
  const today = todayIn(timeZone)
  const isEmpty = !isPending && !error && tasks.length === 0
  return (
    <Stack gap="xl">
      <Greeting name={user?.name ?? ''} today={today} timeZone={timeZone} />
      {user && <WhatsNew user={user} />}
      <OwnInvitations />
      <QuickCapture today={today} inputRef={capture} />
      <RunningTimer />
      {isPending && (
        <PageLoading>
          <MyWorkSkeleton />
        </PageLoading>
      )}
      {error && <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />}
      <PlannedWork tasks={tasks} today={today}>
        {isEmpty && done.length > 0 && (
          <EmptyState icon={IconListCheck} title={t('work.allDone.title')} text={t('work.allDone.text')} />
        )}
        {hidden > 0 && (
          <Text size="sm" c="dimmed" ta="center">
            {t('work.more', { count: hidden })}
          </Text>
        )}
        <RecentlyDone tasks={done} />
      </PlannedWork>
      {user && !isPending && !error && (
        <Beginning
          user={user}
          hasTasks={tasks.length + done.length > 0}
          hasDone={done.length > 0}
          onCapture={() => capture.current?.focus()}
        />
      )}
    </Stack>
  )
}

interface PlannedWorkProps {
  tasks: Task[]
  today: string
  /** What follows the open tasks. */
  children: ReactNode
}

/** The user's day with the week beside it, then the tasks that are not planned for any day. */
function PlannedWork({ tasks, today, children }: PlannedWorkProps) {
  const plan = usePlan(today)
  const changes = usePlanChanges(today)
  const [chosenDay, setChosenDay] = useState<string>()
  const [question, setQuestion] = useState<DoneQuestion>()
  const complete = useCompleteTask(setQuestion)
  const planned = new Set(plan.tasks.map(({ id }) => id))
  const unplanned = tasks.filter(({ id }) => !planned.has(id))
  const day = chosenDay ?? today
  usePlanDrops(changes.place)
  usePlanKeys({ unplanned, plan: plan.tasks, today, changes })
  const lists = (
    <Stack gap="xl">
      {(tasks.length > 0 || plan.tasks.length > 0) && (
        <MyDay
          tasks={plan.tasks}
          today={today}
          day={day}
          changes={changes}
          actions={task => <TaskTimerIcon task={task} />}
          onComplete={task => void complete(task)}
        />
      )}
      <MyTasks
        tasks={unplanned}
        today={today}
        onComplete={task => void complete(task)}
        actions={task => (
          <>
            <TaskTimerIcon task={task} />
            <PlanMenu task={task} today={today} onPlace={to => changes.place(task, to)} />
          </>
        )}
      />
      {children}
    </Stack>
  )
  return (
    <>
      {tasks.length > 0 || plan.tasks.length > 0 ? (
        <div className={classes.beside}>
          <div className={classes.week}>
            <WeekDays tasks={plan.tasks} today={today} day={day} onDay={setChosenDay} />
          </div>
          {lists}
        </div>
      ) : (
        lists
      )}
      {question && (
        <ChooseDoneColumn
          {...question}
          onChosen={columnId => void complete(question.task, columnId)}
          onClose={() => setQuestion(undefined)}
        />
      )}
    </>
  )
}

interface BeginningProps {
  user: CurrentUser
  hasTasks: boolean
  hasDone: boolean
  onCapture: () => void
}

/** Hidden once per browser, so that later visits ask the server for nothing that only these steps show. */
function Beginning(props: BeginningProps) {
  const [isHidden, setIsHidden] = useLocalStorage({
    key: `atrium.first-steps-hidden.${props.user.id}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const hide = useCallback(() => setIsHidden(true), [setIsHidden])
  return isHidden ? null : <Steps {...props} onHide={hide} />
}

function Steps({ user, hasTasks, hasDone, onCapture, onHide }: BeginningProps & { onHide: () => void }) {
  const { board } = usePersonalBoard()
  const { data: projects, isPending } = useQuery(allProjectsQuery)
  const mayCreate = useHasPermission('projects.create')
  const mayAdminister = useHasPermission('user_roles.read')
  const navigate = useNavigate()
  const [isCreating, creating] = useDisclosure()
  const team = projects?.find(({ type }) => type !== 'personal')
  const managed = projects?.find(({ type, myRole }) => type !== 'personal' && mayAs(myRole, 'manager'))
  const { hasInvited, isLoading } = useHasInvited(managed?.id)
  if (isPending || isLoading) return null
  const createProject = mayCreate ? creating.open : undefined
  const openBoard = (boardId: number) => void navigate({ to: '/board/$boardId', params: { boardId } })
  const openMembers = (projectId: number) =>
    void navigate({ to: '/project/$projectId/members', params: { projectId } })
  return (
    <>
      <FirstSteps
        steps={[
          { name: 'capture', isDone: hasTasks, onOpen: onCapture },
          { name: 'board', isDone: hasDone, onOpen: board && (() => openBoard(board.id)) },
          { name: 'project', isDone: team !== undefined, onOpen: createProject },
          {
            name: 'people',
            // Members who cannot invite have nothing left to do.
            isDone: hasInvited || (team !== undefined && !managed),
            onOpen: managed ? () => openMembers(managed.id) : createProject,
          },
        ]}
        setUpUrl={mayAdminister ? identityAdminUrl(user) : undefined}
        onHide={onHide}
      />
      <CreateProjectDialog isOpen={isCreating} onClose={creating.close} />
    </>
  )
}

/** Whether the project has a second member, or an invitation that was sent. */
function useHasInvited(projectId = 0) {
  const enabled = projectId > 0
  const members = useQuery({ ...membersQuery(projectId), enabled })
  const invitations = useQuery({ ...invitationsQuery(projectId), enabled })
  return {
    hasInvited: (members.data?.length ?? 0) > 1 || (invitations.data?.length ?? 0) > 0,
    isLoading: members.isLoading || invitations.isLoading,
  }
}

function Greeting({ name, today, timeZone }: { name: string; today: string; timeZone: string }) {
  const { t, i18n } = useTranslation()
  const [isOpen, dialog] = useDisclosure()
  const part = partOfDay(Number(clockOf(new Date(), timeZone).slice(0, 2)))
  return (
    <Group justify="space-between" align="flex-start" wrap="nowrap">
      <div>
        <Title order={1}>{t(`work.greeting.${part}`, { name })}</Title>
        <Text c="dimmed" mt={2}>
          {dayInWords(today, i18n.language, { weekday: 'long', day: 'numeric', month: 'long' })}
        </Text>
      </div>
      <IconButton
        icon={IconCalendarShare}
        label={t('connections.feeds.menu')}
        tooltip={t('connections.feeds.menu')}
        c="dimmed"
        size="lg"
        onClick={dialog.open}
      />
      <CalendarFeedsDialog isOpen={isOpen} onClose={dialog.close} />
    </Group>
  )
}
