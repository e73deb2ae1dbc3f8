import { IconButton } from '@atrium/ui/icon-button'
import { IconChecks, IconSettings } from '@atrium/ui/icons'
import { ActionIcon, Chip, Group, Select, Title, Tooltip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { allProjectsQuery } from '../../../data/projects/projects.ts'
import { type InboxSearch, type InboxView, inboxViews } from '../../../data/search-params.ts'
import { markedOptions } from '../../../project-mark/project-mark.tsx'
import classes from './inbox.module.css'

interface InboxFiltersProps {
  search: InboxSearch
  onChange: (search: InboxSearch) => void
  /** Absent where nothing can be marked as done. */
  onFinishAll: (() => void) | undefined
}

/** Above the list: what it shows, and what concerns all of it. */
export function InboxFilters({ search, onChange, onFinishAll }: InboxFiltersProps) {
  const { t } = useTranslation()
  const { data: projects = [] } = useQuery(allProjectsQuery)
  const { view = 'all', projectId } = search
  return (
    <div className={classes.filters}>
      <Group justify="space-between" wrap="nowrap">
        <Title order={1} size="h2">
          {t('notifications.inbox.title')}
        </Title>
        <Group gap={4} wrap="nowrap">
          <IconButton
            icon={IconChecks}
            iconSize={20}
            size={36}
            label={t('notifications.inbox.finishAll')}
            tooltip={t('notifications.inbox.finishAll')}
            disabled={!onFinishAll}
            onClick={onFinishAll}
          />
          <Tooltip label={t('notifications.preferences')}>
            <ActionIcon
              component={Link}
              to="/profile"
              variant="subtle"
              color="gray"
              size={36}
              aria-label={t('notifications.preferences')}
            >
              <IconSettings size={20} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
        </Group>
      </Group>
      <Chip.Group value={view} onChange={next => onChange({ projectId, view: next as InboxView })}>
        <Group gap={6} role="radiogroup" aria-label={t('notifications.filter')}>
          {inboxViews.map(name => (
            <Chip key={name} value={name} size="xs" variant="light">
              {t(`notifications.inbox.views.${name}`)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      {projects.length > 1 && (
        <Select
          size="xs"
          aria-label={t('notifications.project')}
          placeholder={t('notifications.allProjects')}
          {...markedOptions(projects, projectId)}
          value={projectId ? String(projectId) : null}
          onChange={id => onChange({ view, ...(id && { projectId: Number(id) }) })}
          clearable
          searchable
        />
      )}
    </div>
  )
}
