import type { Project } from '@atrium/tasks/projects/project.contract'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useProjectRights } from './project-rights.ts'
import classes from './project-tabs.module.css'

export function ProjectTabs({ project }: { project: Project }) {
  const { t } = useTranslation()
  const { mayManage, mayReadTrash } = useProjectRights(project)
  const list = useShownTab()
  const tabs = [
    { to: '/project/$projectId', label: t('projects.tabs.boards') },
    { to: '/project/$projectId/members', label: t('projects.tabs.members') },
    { to: '/project/$projectId/time', label: t('projects.tabs.time') },
    { to: '/project/$projectId/activity', label: t('projects.tabs.activity') },
    mayReadTrash && { to: '/project/$projectId/trash', label: t('projects.tabs.trash') },
    mayManage && { to: '/project/$projectId/settings', label: t('projects.tabs.settings') },
  ] as const
  return (
    <nav aria-label={t('projects.tabs.label', { name: project.name })}>
      <ul className={classes.tabs} ref={list}>
        {tabs.map(
          tab =>
            tab && (
              <li key={tab.to}>
                <Link
                  to={tab.to}
                  params={{ projectId: project.id }}
                  activeOptions={{ exact: true }}
                  className={classes.tab}
                >
                  {tab.label}
                </Link>
              </li>
            ),
        )}
      </ul>
    </nav>
  )
}

/** On a telephone the tabs scroll: the chosen one is brought into sight. */
function useShownTab() {
  const list = useRef<HTMLUListElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another tab
  useEffect(() => {
    const tab = list.current?.querySelector('[aria-current]')
    tab?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])
  return list
}
