import { EmptyState, ErrorState } from '@atrium/ui/feedback/states'
import { IconListCheck } from '@atrium/ui/icons'
import { PageContainer } from '@atrium/ui/shell/page-container'
import { Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { usePersonalBoard } from '../data/boards.ts'
import { currentUserQuery, useHasPermission } from '../data/current-user.ts'
import { clockOf, dayInWords, partOfDay, todayIn } from '../data/days.ts'
import { useTimeZone } from '../data/user-settings.ts'
import { ChooseDoneColumn } from '../features/boards/columns/choose-done-column.tsx'
import { FirstSteps } from '../features/my-work/first-steps.tsx'
import { MyTasks, MyWorkSkeleton, RecentlyDone } from '../features/my-work/my-tasks.tsx'
import { useMyTasks } from '../features/my-work/my-work.queries.ts'
import { QuickCapture } from '../features/my-work/quick-capture.tsx'
import { OwnInvitations } from '../features/projects/invitations/own-invitations.tsx'
import { CreateProjectDialog } from '../features/projects/project-form.tsx'
import { RunningTimer, TaskTimerIcon } from '../features/time-tracking/timer.tsx'

export default function MyWorkPage() {
  const { t } = useTranslation()
  const { timeZone } = useTimeZone()
  return (
    <PageContainer>
      <title>{`${t('navigation.myWork')} · Atrium`}</title>
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
      <OwnInvitations />
      <QuickCapture today={today} inputRef={capture} />
      <RunningTimer />
      {isPending && <MyWorkSkeleton />}
      {error && <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />}
      {isEmpty && done.length === 0 && <Beginning onCapture={() => capture.current?.focus()} />}
      {isEmpty && done.length > 0 && (
        <EmptyState icon={IconListCheck} title={t('work.allDone.title')} text={t('work.allDone.text')} />
      )}
      <MyTasks
        tasks={tasks}
        today={today}
        actions={task => <TaskTimerIcon task={task} />}
        chooseDoneColumn={choice => <ChooseDoneColumn {...choice} />}
      />
      {hidden > 0 && (
        <Text size="sm" c="dimmed" ta="center">
          {t('work.more', { count: hidden })}
        </Text>
      )}
      <RecentlyDone tasks={done} />
    </Stack>
  )
}

function Beginning({ onCapture }: { onCapture: () => void }) {
  const { board } = usePersonalBoard()
  const mayCreate = useHasPermission('projects.create')
  const mayAdminister = useHasPermission('user_roles.read')
  const navigate = useNavigate()
  const [isCreating, creating] = useDisclosure()
  return (
    <>
      <FirstSteps
        boardId={board?.id}
        onCapture={onCapture}
        onCreateProject={mayCreate ? creating.open : undefined}
        mayAdminister={mayAdminister}
      />
      <CreateProjectDialog
        isOpen={isCreating}
        onClose={creating.close}
        onCreated={({ id }) => void navigate({ to: '/project/$projectId', params: { projectId: id } })}
      />
    </>
  )
}

function Greeting({ name, today, timeZone }: { name: string; today: string; timeZone: string }) {
  const { t, i18n } = useTranslation()
  const part = partOfDay(Number(clockOf(new Date(), timeZone).slice(0, 2)))
  return (
    <div>
      <Title order={1}>{t(`work.greeting.${part}`, { name })}</Title>
      <Text c="dimmed" mt={2}>
        {dayInWords(today, i18n.language, { weekday: 'long', day: 'numeric', month: 'long' })}
      </Text>
    </div>
  )
}
