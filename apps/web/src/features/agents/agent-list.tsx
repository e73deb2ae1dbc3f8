import type { Agent } from '@atrium/tasks/agents/agent.contract'
import { ConfirmMutation } from '@atrium/ui/dialogs/confirm-dialog'
import { useLastShown } from '@atrium/ui/dialogs/dialog'
import { EmptyState, ErrorState, RowsSkeleton } from '@atrium/ui/feedback/states'
import { IconArrowBackUp, IconPlayerStop, IconRobot } from '@atrium/ui/icons'
import { DateText } from '@atrium/ui/time-text'
import { Anchor, Badge, Box, Button, Card, Group, Stack, Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { agentsQuery, useChangeMode, useStopAgent } from './agent.queries.ts'
import { UndoDialog } from './undo-dialog.tsx'

/** Who acts for the user, with what they changed today. */
export function AgentList() {
  const { t } = useTranslation()
  const { data: agents, error, refetch, isFetching } = useQuery(agentsQuery)
  const [stopped, setStopped] = useState<Agent>()
  const [undone, setUndone] = useState<Agent>()
  const shown = useLastShown(stopped)
  const stop = useStopAgent()
  if (!agents && error) return <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />
  if (!agents) return <RowsSkeleton rows={2} />
  return (
    <>
      {agents.length === 0 && (
        <EmptyState icon={IconRobot} title={t('agents.empty.title')} text={t('agents.empty.text')}>
          <Anchor href="/docs/guides/mcp">{t('agents.empty.guide')}</Anchor>
        </EmptyState>
      )}
      <Stack gap="sm">
        {agents.map(agent => (
          <AgentCard
            key={agent.id}
            agent={agent}
            onStop={() => setStopped(agent)}
            onUndo={() => setUndone(agent)}
          />
        ))}
      </Stack>
      <ConfirmMutation
        mutation={stop}
        input={shown?.id ?? 0}
        isOpen={stopped !== undefined}
        title={t('agents.stop.title', { name: shown?.application ?? '' })}
        text={t('agents.stop.text')}
        action={t('agents.stop.action')}
        doneMessage={t('agents.stop.done', { name: shown?.application ?? '' })}
        onClose={() => setStopped(undefined)}
      />
      <UndoDialog agent={undone} onClose={() => setUndone(undefined)} />
    </>
  )
}

interface AgentCardProps {
  agent: Agent
  onStop: () => void
  onUndo: () => void
}

function AgentCard({ agent, onStop, onUndo }: AgentCardProps) {
  const { t } = useTranslation()
  const { id, application: name, kind, mode, changesToday, lastUsedAt, scopes } = agent
  const changeMode = useChangeMode()
  const isReading = !scopes.includes('tasks:write')
  return (
    <Card component="article" aria-label={name} shadow="xs" p={{ base: 'md', sm: 'lg' }}>
      <Group justify="space-between" gap="sm" align="flex-start">
        <Box miw={0}>
          <Group gap="xs">
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Text>
            <Badge variant="light" color="gray">
              {t(`agents.kinds.${kind}`)}
            </Badge>
            {isReading && <Badge variant="light">{t('agents.readsOnly')}</Badge>}
          </Group>
          <Text size="sm" c="dimmed" mt={4}>
            {t('agents.changesToday', { count: changesToday })}
            {' · '}
            {t('agents.lastUsed')} <DateText value={lastUsedAt} withTime />
          </Text>
        </Box>
        <Group gap="xs">
          <Button
            size="compact-sm"
            variant="light"
            leftSection={<IconArrowBackUp size={16} />}
            aria-label={t('agents.undo.of', { name })}
            onClick={onUndo}
          >
            {t('agents.undo.open')}
          </Button>
          <Button
            size="compact-sm"
            variant="light"
            color="red"
            leftSection={<IconPlayerStop size={16} />}
            aria-label={t('agents.stop.of', { name })}
            onClick={onStop}
          >
            {t('agents.stop.open')}
          </Button>
        </Group>
      </Group>
      <Switch
        mt="md"
        label={t('agents.proposes.label')}
        description={t('agents.proposes.text')}
        checked={(changeMode.isPending ? changeMode.variables.mode : mode) === 'proposes'}
        onChange={({ currentTarget }) =>
          changeMode.mutate({ id, mode: currentTarget.checked ? 'proposes' : 'acts' })
        }
      />
    </Card>
  )
}
