import { IconStarFilled } from '@atrium/ui/icons'
import { railClasses as classes, RailItem, RailList } from '@atrium/ui/shell/rail'
import { Divider, ScrollArea, Tooltip, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { navigationQuery, useCurrentProject } from '../../data/projects/projects.ts'
import { ProjectMark } from '../../project-mark/project-mark.tsx'
import { type DestinationProps, samePage, useDestinations } from './sidebar.tsx'

/** The sidebar as icons, with tooltips. */
export function Rail() {
  const { t } = useTranslation()
  const { data: navigation } = useQuery(navigationQuery)
  const { main, other } = useDestinations()
  const { projects = [], starred = [] } = navigation ?? {}
  const currentId = useCurrentProject()?.id
  const colorsById = new Map(projects.map(({ id, color }) => [id, color]))
  return (
    <div className={classes.rail}>
      <RailDestinations destinations={main} />
      <Divider w="100%" />
      <ScrollArea className={classes.middle} type="never">
        {starred.length > 0 && (
          <ul className={classes.list} aria-label={t('navigation.starred')}>
            {starred.map(({ id, name, projectId, projectName }) => (
              <li key={id}>
                <Tooltip label={`${name} · ${projectName}`} position="right">
                  <Link
                    to="/board/$boardId"
                    params={{ boardId: id }}
                    activeOptions={{ includeSearch: false }}
                    className={`${classes.item} ${classes.starred}`}
                  >
                    {/* The board's initial in the color of its project. */}
                    <ProjectMark
                      project={{ id: projectId, name, color: colorsById.get(projectId) ?? null, icon: null }}
                      size={26}
                    />
                    <IconStarFilled size={12} />
                    <VisuallyHidden>{`${name}, ${projectName}`}</VisuallyHidden>
                  </Link>
                </Tooltip>
              </li>
            ))}
          </ul>
        )}
        <ul className={classes.list} aria-label={t('navigation.yourProjects')}>
          {projects.map(project => (
            <li key={project.id}>
              <Tooltip label={project.name} position="right">
                <Link
                  to="/project/$projectId"
                  params={{ projectId: project.id }}
                  className={classes.item}
                  aria-current={project.id === currentId ? 'page' : undefined}
                >
                  <ProjectMark project={project} size={26} />
                  <VisuallyHidden>{project.name}</VisuallyHidden>
                </Link>
              </Tooltip>
            </li>
          ))}
        </ul>
      </ScrollArea>
      <RailDestinations destinations={other} />
    </div>
  )
}

function RailDestinations({ destinations }: { destinations: DestinationProps[] }) {
  return (
    <RailList>
      {destinations.map(({ to, icon: Icon, label }) => (
        <RailItem key={to} label={label}>
          <Link to={to} activeOptions={samePage} className={classes.item} aria-label={label}>
            <Icon size={20} stroke={1.75} />
          </Link>
        </RailItem>
      ))}
    </RailList>
  )
}
