import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { allProjectsQuery, mayAs } from '../../data/projects/projects.ts'

const pages = ['list', 'portfolio', 'workload'] as const
type ProjectsPage = (typeof pages)[number]

/** Leads from the list of projects to the same projects side by side, and to the people in those that one manages. */
export function ProjectsSwitch({ page }: { page: ProjectsPage }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data: projects = [] } = useQuery(allProjectsQuery)
  const managesSome = projects.some(({ myRole }) => mayAs(myRole, 'manager'))
  const shown = pages.filter(name => name !== 'workload' || managesSome || page === 'workload')
  const open = (name: string | null) => {
    const show = pages.find(one => one === name)
    void navigate({ to: '/projects', search: show && show !== 'list' ? { show } : {} })
  }
  if (projects.length === 0 && page === 'list') return null
  return (
    <Tabs value={page} onChange={open} mb="lg">
      <Tabs.List>
        {shown.map(name => (
          <Tabs.Tab key={name} value={name} px={{ base: 'xs', xs: 'md' }}>
            {t(`projects.pages.${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  )
}
