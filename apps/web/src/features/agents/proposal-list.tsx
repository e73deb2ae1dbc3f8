import type { Proposal } from '@atrium/tasks/mcp/proposals/proposal.contract'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { ErrorState } from '@atrium/ui/feedback/states'
import { SectionCard } from '@atrium/ui/shell/section-card'
import { DateText, DurationText } from '@atrium/ui/time-text'
import { Anchor, Badge, Box, Button, Card, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldWords } from '../../custom-fields/field-words.ts'
import { dayInWords } from '../../data/days.ts'
import { proposalsQuery, useDecide } from './agent.queries.ts'

/** What agents want to change; nothing while nothing waits. */
export function ProposalList() {
  const { t } = useTranslation()
  const { data: proposals = [], error, refetch, isFetching } = useQuery(proposalsQuery)
  const decide = useDecide()
  if (error && proposals.length === 0)
    return <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />
  if (proposals.length === 0) return null
  // One after the other: what comes later may rely on what came before, and one that is refused stays.
  const decideAll = async (isAccepted: boolean) => {
    let count = 0
    for (const { id } of proposals) {
      await decide.mutateAsync({ id, isAccepted }).then(
        () => {
          count += 1
        },
        () => {},
      )
    }
    notifyOfSuccess(
      t(isAccepted ? 'agents.proposals.acceptedAll' : 'agents.proposals.rejectedAll', { count }),
    )
  }
  return (
    <SectionCard
      title={t('agents.proposals.title')}
      text={t('agents.proposals.text')}
      aside={
        proposals.length > 1 && (
          <Group gap="xs">
            <Button size="compact-sm" variant="default" onClick={() => decideAll(false)}>
              {t('agents.proposals.rejectAll')}
            </Button>
            <Button size="compact-sm" onClick={() => decideAll(true)}>
              {t('agents.proposals.acceptAll')}
            </Button>
          </Group>
        )
      }
    >
      <Stack gap="sm">
        {proposals.map(proposal => (
          <ProposalCard key={proposal.id} proposal={proposal} decide={decide} />
        ))}
      </Stack>
    </SectionCard>
  )
}

interface ProposalCardProps {
  proposal: Proposal
  decide: ReturnType<typeof useDecide>
}

function ProposalCard({ proposal, decide }: ProposalCardProps) {
  const { t } = useTranslation()
  const { id, agent, createdAt, tasks } = proposal
  const summary = useSummary(proposal)
  const pending = decide.isPending && decide.variables.id === id ? decide.variables : undefined
  return (
    <Card component="article" aria-label={summary} withBorder p="md">
      <Group justify="space-between" gap="sm" align="flex-start">
        <Box miw={0}>
          <Group gap="xs">
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {summary}
            </Text>
            {tasks.some(({ isChanged }) => isChanged) && (
              <Badge color="orange" variant="light">
                {t('agents.proposals.isChanged')}
              </Badge>
            )}
          </Group>
          <Text size="sm" c="dimmed">
            {agent.application} · <DateText value={createdAt} withTime />
          </Text>
        </Box>
        <Group gap="xs">
          <Button
            size="compact-sm"
            variant="default"
            loading={pending?.isAccepted === false}
            onClick={() => decide.mutate({ id, isAccepted: false })}
          >
            {t('agents.proposals.reject')}
          </Button>
          <Button
            size="compact-sm"
            loading={pending?.isAccepted === true}
            onClick={() => decide.mutate({ id, isAccepted: true })}
          >
            {t('agents.proposals.accept')}
          </Button>
        </Group>
      </Group>
      <Details proposal={proposal} />
    </Card>
  )
}

function useSummary({ tool, tasks }: Proposal) {
  const { t } = useTranslation()
  const [first] = tasks
  const known = tools.find(name => name === tool) ?? 'update_tasks'
  return t(`agents.tools.${known}`, { count: tasks.length, title: first?.title ?? '' })
}

const tools = ['create_task', 'update_tasks', 'move_task', 'comment_on_task', 'log_time', 'undo'] as const

/** The tasks that it is about, and what it says about them. */
function Details({ proposal: { tasks, input, names, fields } }: { proposal: Proposal }) {
  const { t, i18n } = useTranslation()
  const { ids: _, change = {}, ...rest } = input as Record<string, unknown>
  const facts = Object.entries({ ...rest, ...(change as object) }).filter(
    ([name]) => name !== 'fields' && (name !== 'taskId' || tasks.length === 0),
  )
  const labelOf = (name: string) => {
    const key = `agents.fields.${name}`
    return i18n.exists(key) ? String(t(key as never)) : name
  }
  return (
    <Stack gap={4} mt="sm">
      {tasks.map(({ id, title }) => (
        <Anchor
          key={id}
          size="sm"
          renderRoot={props => <Link to="/task/$taskId" params={{ taskId: id }} {...props} />}
        >
          {title}
        </Anchor>
      ))}
      {facts.map(([name, value]) => (
        <Fact key={name} label={labelOf(name)}>
          {names[name]?.join(', ') ?? <Value name={name} value={value} />}
        </Fact>
      ))}
      {Object.entries(fields).map(([id, field]) => (
        <Fact key={id} label={field.name}>
          <FieldWords {...field} />
        </Fact>
      ))}
    </Stack>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }} lineClamp={8}>
      <Text span c="dimmed">
        {label}:
      </Text>{' '}
      {children}
    </Text>
  )
}

/** The value of a custom field, as the activity of a task shows it. */
function FieldWords({ fieldType: type, value, label }: Proposal['fields'][string]) {
  const { t, i18n } = useTranslation()
  if (value === null) return '–'
  const day = (date: string) => dayInWords(date, i18n.language, { dateStyle: 'medium' })
  return (
    label ?? fieldWords({ type, options: [] }, value, { t, language: i18n.language, people: new Map(), day })
  )
}

/** What an agent has written is shown as it is, and never as Markdown. */
function Value({ name, value }: { name: string; value: unknown }) {
  const { t, i18n } = useTranslation()
  if (value === null) return '–'
  if (typeof value === 'boolean') return t(value ? 'agents.yes' : 'agents.no')
  if (typeof value === 'number' && durations.includes(name)) return <DurationText seconds={value} />
  if (typeof value === 'string' && days.includes(name))
    return dayInWords(value, i18n.language, { dateStyle: 'medium' })
  if (typeof value === 'string' && name === 'startedAt') return <DateText value={value} withTime />
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const durations = ['duration', 'estimateSeconds']
const days = ['startDate', 'dueDate']
