import type { CurrentUser } from '@atrium/tasks/administration/user.contract'
import { ErrorState } from '@atrium/ui/feedback/states'
import { shownLanguages } from '@atrium/ui/language'
import { AppFrame } from '@atrium/ui/shell/app-frame'
import { Brand } from '@atrium/ui/shell/brand'
import { NoticeBanners } from '@atrium/ui/shell/notice-banners'
import { useRailState } from '@atrium/ui/shell/rail'
import { useShortcuts } from '@atrium/ui/shortcuts/shortcuts'
import { Group, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { noticesQuery } from '../data/account/notices.ts'
import { colorSchemeOf, userSettingsQuery } from '../data/account/user-settings.ts'
import { currentUserQuery, useMayAdminister } from '../data/session/current-user.ts'
import { AccountMenu, ConnectionBanner, OfflineBanner } from '../features/navigation/app-header.tsx'
import { Rail } from '../features/navigation/rail.tsx'
import { Sidebar } from '../features/navigation/sidebar.tsx'
import { LiveProvider } from '../live/live-provider.tsx'
import { TaskFromTemplateDialog } from '../templates/lazy-templates.tsx'
import { SignedOutPage } from './account/signed-out-page.tsx'
import { HeaderTools } from './header-tools.tsx'

const AdministrationSidebar = lazy(async () => ({
  default: (await import('../features/navigation/administration-navigation.tsx')).AdministrationSidebar,
}))
const AdministrationSidebarRail = lazy(async () => ({
  default: (await import('../features/navigation/administration-navigation.tsx')).AdministrationSidebarRail,
}))
const CreateProjectDialog = lazy(async () => ({
  default: (await import('../features/projects/project-form.tsx')).CreateProjectDialog,
}))
const BoardDialog = lazy(async () => ({
  default: (await import('../features/projects/boards/board-dialog.tsx')).BoardDialog,
}))

/** The frame around every page for signed-in users; the sign-in page for others. */
export function AppPage() {
  const { data: user, error, isFetching, refetch } = useQuery(currentUserQuery)
  const [wasSignedIn, setWasSignedIn] = useState(false)
  if (user && !wasSignedIn) setWasSignedIn(true)
  const { online } = useNetwork()
  // Until then, the outlines in the page itself are on the screen.
  const isReady = user !== undefined || Boolean(error) || !online
  useLayoutEffect(() => {
    if (isReady) document.getElementById('shell')?.remove()
  }, [isReady])
  if (!isReady) return null
  if (user === null) return <SignedOutPage hasEnded={wasSignedIn} />
  if (user) {
    return (
      <LiveProvider>
        <SignedIn user={user} />
      </LiveProvider>
    )
  }
  return (
    <AppFrame brand={<Home />} account={null}>
      <OfflineBanner />
      {error && <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />}
    </AppFrame>
  )
}

function SignedIn({ user }: { user: CurrentUser }) {
  const { t } = useTranslation()
  const rail = useRailState()
  const { pathname } = useLocation()
  const isAdministration = useMayAdminister() && pathname === '/administration'
  const { data: notices } = useQuery(noticesQuery)
  const { actions, dialogs } = useNewPlaces()
  useShortcuts([{ keys: rail.keys, description: t('work.shortcuts.sidebar'), run: rail.onToggle }])
  return (
    <AppFrame
      brand={<Home isAdministration={isAdministration} />}
      account={
        <Group gap="xs" wrap="nowrap">
          <HeaderTools {...actions} onToggleSidebar={rail.onToggle} />
          <AccountMenu user={user} />
        </Group>
      }
      navigation={
        isAdministration ? (
          <Suspense>
            <AdministrationSidebar />
          </Suspense>
        ) : (
          <Sidebar {...actions} />
        )
      }
      rail={{
        ...rail,
        content: isAdministration ? (
          <Suspense>
            <AdministrationSidebarRail />
          </Suspense>
        ) : (
          <Rail />
        ),
      }}
    >
      <ApplySettings />
      <ConnectionBanner />
      <NoticeBanners notices={notices} userId={user.id} />
      <Outlet />
      {dialogs}
    </AppFrame>
  )
}

function Home({ isAdministration = false }: { isAdministration?: boolean }) {
  const { t } = useTranslation(['app', 'ui'])
  return (
    <UnstyledButton
      component={Link}
      to="/"
      aria-label={isAdministration ? t('ui:administration.home') : t('home')}
    >
      <Brand {...(isAdministration && { section: t('ui:administration.title') })} />
    </UnstyledButton>
  )
}

/** The dialogs for a new project, a new board and a task from a template, loaded when they are first opened. */
function useNewPlaces() {
  const navigate = useNavigate()
  const [isNewProject, setIsNewProject] = useState<boolean>()
  const [newBoard, setNewBoard] = useState<{ projectId: number; isOpen: boolean }>()
  const [newTask, setNewTask] = useState<{
    projectId: number
    boardId?: number | undefined
    isOpen: boolean
  }>()
  const dialogs = (
    <Suspense>
      {newTask && (
        <TaskFromTemplateDialog
          projectId={newTask.projectId}
          place={newTask.boardId ? { boardId: newTask.boardId } : {}}
          isOpen={newTask.isOpen}
          onClose={() => setNewTask({ ...newTask, isOpen: false })}
        />
      )}
      {isNewProject !== undefined && (
        <CreateProjectDialog isOpen={isNewProject} onClose={() => setIsNewProject(false)} />
      )}
      {newBoard && (
        <BoardDialog
          projectId={newBoard.projectId}
          isOpen={newBoard.isOpen}
          onClose={() => setNewBoard({ ...newBoard, isOpen: false })}
          onCreated={boardId => void navigate({ to: '/board/$boardId', params: { boardId } })}
        />
      )}
    </Suspense>
  )
  return {
    dialogs,
    actions: {
      onNewProject: () => setIsNewProject(true),
      onNewBoard: (projectId: number) => setNewBoard({ projectId, isOpen: true }),
      onTaskFromTemplate: (projectId: number, boardId: number | undefined) =>
        setNewTask({ projectId, boardId, isOpen: true }),
    },
  }
}

/** Settings of the account take precedence over those of this browser, so that all devices look the same. */
function ApplySettings() {
  const { i18n } = useTranslation()
  const { setColorScheme } = useMantineColorScheme()
  const { data: settings } = useQuery(userSettingsQuery)
  const { language, theme } = settings ?? {}

  const applyLanguage = useEffectEvent((chosen: typeof language) => {
    const isOffered = chosen && shownLanguages().includes(chosen)
    if (isOffered && chosen !== i18n.resolvedLanguage) void i18n.changeLanguage(chosen)
  })
  const applyTheme = useEffectEvent((chosen: typeof theme) => {
    if (chosen) setColorScheme(colorSchemeOf(chosen))
  })
  useEffect(() => applyLanguage(language), [language])
  useEffect(() => applyTheme(theme), [theme])
  return null
}
