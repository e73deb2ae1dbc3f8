import type { TaskLink } from '@atrium/tasks/git/repository.contract'
import { IconGitCommit, IconGitPullRequest } from '@atrium/ui/icons'
import { Anchor, Badge, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { taskLinksQuery } from './link.queries.ts'

const colors: Record<TaskLink['state'], string> = {
  open: 'green',
  draft: 'gray',
  merged: 'violet',
  closed: 'red',
}

/** The commits and pull requests that name the task. */
export function TaskLinks({ taskId }: { taskId: number }) {
  const { t } = useTranslation()
  const { data: links = [] } = useQuery(taskLinksQuery(taskId))
  if (links.length === 0) return null
  return (
    <section aria-label={t('connections.links.title')}>
      <Title order={3} size="h5" mb="xs">
        {t('connections.links.title')}
      </Title>
      <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {links.map(link => (
          <Link key={link.id} link={link} />
        ))}
      </Stack>
    </section>
  )
}

function Link({ link: { kind, title, url, state, reference, repository, branch } }: { link: TaskLink }) {
  const { t } = useTranslation()
  const Icon = kind === 'commit' ? IconGitCommit : IconGitPullRequest
  const name = kind === 'commit' ? reference.slice(0, 8) : `#${reference}`
  return (
    <Group component="li" gap="sm" wrap="nowrap" align="flex-start">
      <Icon
        size={18}
        stroke={1.75}
        aria-label={t(`connections.links.kinds.${kind}`)}
        style={{ flex: 'none', marginTop: 2 }}
      />
      <div style={{ flex: 1, minWidth: 0 }}>
        <Anchor
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          size="sm"
          style={{ overflowWrap: 'anywhere' }}
        >
          {title}
        </Anchor>
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {[repository, name, branch].filter(Boolean).join(' · ')}
        </Text>
      </div>
      {kind === 'pull_request' && (
        <Badge color={colors[state]} flex="none">
          {t(`connections.links.states.${state}`)}
        </Badge>
      )}
    </Group>
  )
}
