import { IconStarFilled } from '@atrium/ui/icons'
import { railClasses as classes, RailItem, RailList } from '@atrium/ui/shell/rail'
import { Avatar, Divider, ScrollArea, Tooltip, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { navigationQuery, useCurrentProject } from '../../data/projects.ts'
import { type DestinationProps, samePage, useDestinations } from './sidebar.tsx'

/** The sidebar as icons, with tooltips. */
export function Rail() {
  const { t } = useTranslation()
  const { data: navigation } = useQuery(navigationQuery)
  const { main, other } = useDestinations()
  const { projects = [], starred = [] } = navigation ?? {}
  const currentId = useCurrentProject()?.id
  return (
    <div className={classes.rail}>
      <RailDestinations destinations={main} />
      <Divider w="100%" />
      <ScrollArea className={classes.middle} type="never">
        {starred.length > 0 && (
          <ul className={classes.list} aria-label={t('navigation.starred')}>
            {starred.map(({ id, name, projectName }) => (
              <li key={id}>
                <Tooltip label={`${name} · ${projectName}`} position="right">
                  <Link
                    to="/board/$boardId"
                    params={{ boardId: id }}
                    activeOptions={{ includeSearch: false }}
                    className={`${classes.item} ${classes.starred}`}
                  >
                    <Avatar name={name} color="initials" radius="sm" size={26} alt="" aria-hidden />
                    <IconStarFilled size={12} />
                    <VisuallyHidden>{`${name}, ${projectName}`}</VisuallyHidden>
                  </Link>
                </Tooltip>
              </li>
            ))}
          </ul>
        )}
        <ul className={classes.list} aria-label={t('navigation.yourProjects')}>
          {projects.map(({ id, name }) => (
            <li key={id}>
              <Tooltip label={name} position="right">
                <Link
                  to="/project/$projectId"
                  params={{ projectId: id }}
                  className={classes.item}
                  aria-current={id === currentId ? 'page' : undefined}
                >
                  <Avatar name={name} color="initials" radius="sm" size={26} alt="" aria-hidden />
                  <VisuallyHidden>{name}</VisuallyHidden>
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
