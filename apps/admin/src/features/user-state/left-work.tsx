import type { Offboarding } from '@atrium/identity/users/offboarding/offboarding.contract'
import { Alert, List, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

const MOST_NAMES = 5

interface EndingProps {
  title: string
  offboarding: Pick<Offboarding, 'ending' | 'leftWork'>
}

/** What ends with the account: sessions, tokens, and whatever acts or reads for the user. */
export function Ending({ title, offboarding: { ending, leftWork } }: EndingProps) {
  const { t } = useTranslation()
  const { sessions, personalTokens, applications } = ending
  const feeds = leftWork?.calendarFeeds ?? 0
  const lines: Line[] = [
    { count: sessions, text: t('users.offboarding.sessions', { count: sessions }) },
    {
      count: personalTokens.length,
      text: t('users.offboarding.tokens', { count: personalTokens.length }),
      names: personalTokens.map(({ name }) => name),
    },
    {
      count: applications.length,
      text: t('users.offboarding.applications', { count: applications.length }),
      names: applications,
    },
    { count: feeds, text: t('users.offboarding.feeds', { count: feeds }) },
  ]
  return <Part title={title} lines={lines} />
}

interface LeftWorkProps {
  title: string
  leftWork: Offboarding['leftWork']
}

/** What the user leaves in the task service. */
export function LeftWork({ title, leftWork }: LeftWorkProps) {
  const { t } = useTranslation()
  if (!leftWork) return <Alert color="amber">{t('users.offboarding.unknown')}</Alert>
  const { openTasks, recurringTasks, ownedProjects, sharedViews, sharedTemplates, webhooks } = leftWork
  const recurring = recurringTasks > 0 && t('users.offboarding.recurring', { count: recurringTasks })
  const tasks = t('users.offboarding.tasks', { count: openTasks })
  const lines: Line[] = [
    { count: openTasks, text: recurring ? `${tasks}, ${recurring}` : tasks },
    {
      count: ownedProjects.length,
      text: t('users.offboarding.projects', { count: ownedProjects.length }),
      names: ownedProjects.map(({ name }) => name),
    },
    { count: sharedViews, text: t('users.offboarding.views', { count: sharedViews }) },
    { count: sharedTemplates, text: t('users.offboarding.templates', { count: sharedTemplates }) },
    { count: webhooks, text: t('users.offboarding.webhooks', { count: webhooks }) },
  ]
  return <Part title={title} lines={lines} />
}

interface Line {
  count: number
  text: string
  names?: string[]
}

function Part({ title, lines }: { title: string; lines: Line[] }) {
  const { t } = useTranslation()
  const shown = lines.filter(({ count }) => count > 0)
  return (
    <Stack gap={4}>
      <Text fw={600}>{title}</Text>
      {shown.length === 0 && <Text c="dimmed">{t('users.offboarding.nothing')}</Text>}
      {shown.length > 0 && (
        <List spacing={2} aria-label={title}>
          {shown.map(({ text, names = [] }) => (
            <List.Item key={text}>
              {text}
              <Names names={names} />
            </List.Item>
          ))}
        </List>
      )}
    </Stack>
  )
}

function Names({ names }: { names: string[] }) {
  const { t } = useTranslation()
  if (names.length === 0) return null
  const others = names.length - MOST_NAMES
  const more = others > 0 ? ` ${t('users.offboarding.more', { count: others })}` : ''
  return (
    <Text span size="sm" c="dimmed" display="block" style={{ overflowWrap: 'anywhere' }}>
      {names.slice(0, MOST_NAMES).join(', ')}
      {more}
    </Text>
  )
}
