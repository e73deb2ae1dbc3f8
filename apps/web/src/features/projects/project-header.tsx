import type { Project } from '@atrium/tasks/projects/project.contract'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { LoadingSkeleton } from '@atrium/ui/feedback/states'
import { IconButton } from '@atrium/ui/icon-button'
import { IconArchive, IconDots, IconDownload, IconFileImport, IconTemplate } from '@atrium/ui/icons'
import { MenuItem } from '@atrium/ui/menu-item'
import { Alert, Box, Button, Group, Menu, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ProjectMark } from '../../project-mark/project-mark.tsx'
import { useProjectRights, useRestoreProject } from './project.queries.ts'
import classes from './project-header.module.css'

/** Name, kind and the user's role; `children` are the actions. */
export function ProjectHeader({ project, children }: { project: Project; children: ReactNode }) {
  const { t } = useTranslation()
  const { name, type, myRole } = project
  const role = myRole && t('projects.header.role', { role: t(`projects.roles.${myRole}`) })
  return (
    <Group component="header" wrap="nowrap" gap="md">
      <Box visibleFrom="xs">
        <ProjectMark project={project} size={44} />
      </Box>
      <Stack gap={0} flex={1} miw={0}>
        <Title order={1} size="h2" lineClamp={1}>
          {name}
        </Title>
        <Text size="sm" c="dimmed" truncate visibleFrom="xs">
          {[t(`projects.header.types.${type}`), role].filter(Boolean).join(' · ')}
        </Text>
      </Stack>
      <Box flex="none">{children}</Box>
    </Group>
  )
}

interface ProjectMenuProps {
  project: Project
  onExport: (format: 'json' | 'csv') => void
  onSaveAsTemplate: () => void
}

export function ProjectMenu({ project, onExport, onSaveAsTemplate }: ProjectMenuProps) {
  const { t } = useTranslation()
  const { mayManage } = useProjectRights(project)
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <IconButton
          icon={IconDots}
          iconSize={18}
          label={t('projects.menu.label', { name: project.name })}
          variant="default"
          size="lg"
        />
      </Menu.Target>
      <Menu.Dropdown>
        {mayManage && (
          <Menu.Item
            component={Link}
            to={`/project/${project.id}/import`}
            leftSection={<IconFileImport size={16} stroke={1.75} />}
          >
            {t('projects.menu.import')}
          </Menu.Item>
        )}
        {mayManage && <MenuItem icon={IconTemplate} label={t('templates.menu')} onClick={onSaveAsTemplate} />}
        {(['json', 'csv'] as const).map(format => (
          <MenuItem
            icon={IconDownload}
            label={t(`projects.menu.export.${format}`)}
            key={format}
            onClick={() => onExport(format)}
          />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The pages of each tab; the first is where the tab leads. */
const pages = {
  work: ['', 'tasks', 'cycles', 'reports', 'time', 'import'],
  overview: ['overview'],
  members: ['members'],
  activity: ['activity'],
  settings: ['settings', 'trash'],
} as const

interface Tab {
  name: keyof typeof pages
  to: `/project/$projectId${'' | '/overview' | '/members' | '/activity' | '/settings' | '/trash'}`
}

export function ProjectTabs({ project }: { project: Project }) {
  const { t } = useTranslation()
  const { mayManage, mayReadTrash } = useProjectRights(project)
  const list = useShownTab()
  const page = useProjectPage()
  const tabs: (Tab | false)[] = [
    { name: 'work', to: '/project/$projectId' },
    { name: 'overview', to: '/project/$projectId/overview' },
    { name: 'members', to: '/project/$projectId/members' },
    { name: 'activity', to: '/project/$projectId/activity' },
    (mayManage || mayReadTrash) && {
      name: 'settings',
      to: mayManage ? '/project/$projectId/settings' : '/project/$projectId/trash',
    },
  ]
  return (
    <nav aria-label={t('projects.tabs.label', { name: project.name })}>
      <ul className={classes.tabs} ref={list}>
        {tabs.map(
          tab =>
            tab && (
              <li key={tab.name}>
                <Link
                  to={tab.to}
                  params={{ projectId: project.id }}
                  activeOptions={{ exact: true, includeSearch: false }}
                  className={classes.tab}
                  aria-current={pages[tab.name].some(one => one === page) ? 'true' : undefined}
                >
                  {t(`projects.tabs.${tab.name}`)}
                </Link>
              </li>
            ),
        )}
      </ul>
    </nav>
  )
}

/** The last part of the address of a page of a project, such as `members`; empty for its boards. */
export function useProjectPage() {
  const { pathname } = useLocation()
  return /\/project\/\d+\/?([a-z]*)/.exec(pathname)?.[1] ?? ''
}

/** The pages inside a tab that has several. */
export function ProjectPages({ project }: { project: Project }) {
  const { t } = useTranslation()
  const { mayManage, mayReadTrash } = useProjectRights(project)
  const page = useProjectPage()
  const links = [
    ...(page === 'reports' || page === 'time'
      ? ([
          { to: '/project/$projectId/reports', label: t('projects.tabs.tasks') },
          { to: '/project/$projectId/time', label: t('projects.tabs.time') },
        ] as const)
      : []),
    ...((page === 'settings' || page === 'trash') && mayManage && mayReadTrash
      ? ([
          { to: '/project/$projectId/settings', label: t('projects.tabs.general') },
          { to: '/project/$projectId/trash', label: t('projects.tabs.trash') },
        ] as const)
      : []),
  ]
  if (links.length === 0) return null
  return (
    <Group component="nav" gap={4} aria-label={t('projects.tabs.pages')}>
      {links.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          params={{ projectId: project.id }}
          activeOptions={{ exact: true, includeSearch: false }}
          className={classes.page}
        >
          {label}
        </Link>
      ))}
    </Group>
  )
}

/** On a phone the tabs scroll: the active one is scrolled into view. */
function useShownTab() {
  const list = useRef<HTMLUListElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another active tab
  useEffect(() => {
    const tab = list.current?.querySelector('[aria-current]')
    tab?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])
  return list
}

export function ArchivedBanner({ project }: { project: Project }) {
  const { t } = useTranslation()
  const { mayRestore } = useProjectRights(project)
  const { mutate, isPending } = useRestoreProject(project.id)
  if (!project.archivedAt) return null
  const restore = () =>
    mutate(undefined, { onSuccess: () => notifyOfSuccess(t('projects.archived.restored')) })
  return (
    <Alert color="amber" icon={<IconArchive stroke={1.75} />} title={t('projects.archived.title')}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">{t(mayRestore ? 'projects.archived.text' : 'projects.archived.textForOthers')}</Text>
        {mayRestore && (
          <Button size="xs" variant="default" loading={isPending} onClick={restore}>
            {t('projects.archived.restore')}
          </Button>
        )}
      </Group>
    </Alert>
  )
}

export function ProjectSkeleton() {
  return (
    <LoadingSkeleton>
      <Group align="flex-start" mb="xl">
        <Skeleton w={48} h={48} />
        <Stack gap="sm" flex={1}>
          <Skeleton h={26} w="min(18rem, 80%)" />
          <Skeleton h={12} w="min(28rem, 95%)" />
        </Stack>
      </Group>
      <Skeleton h={38} mb="xl" />
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        <Skeleton h={150} radius="lg" />
        <Skeleton h={150} radius="lg" />
        <Skeleton h={150} radius="lg" />
      </SimpleGrid>
    </LoadingSkeleton>
  )
}
