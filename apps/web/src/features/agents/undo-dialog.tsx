import type { Agent } from '@atrium/tasks/agents/agent.contract'
import type { UndoResult } from '@atrium/tasks/agents/undo/undo-result.contract'
import { Dialog, useLastShown } from '@atrium/ui/dialogs/dialog'
import { notifyOfSuccess, showNotice } from '@atrium/ui/feedback/notifications'
import { Button, Group, List, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUndoAgent } from './agent.queries.ts'

const minutes = { quarter: 15, hour: 60, day: 24 * 60, week: 7 * 24 * 60, month: 30 * 24 * 60 } as const
type Span = keyof typeof minutes
const spans = Object.keys(minutes) as Span[]

interface UndoDialogProps {
  agent: Agent | undefined
  onClose: () => void
}

/** Takes back what an agent did in the last while. */
export function UndoDialog({ agent, onClose }: UndoDialogProps) {
  const { t } = useTranslation()
  const shown = useLastShown(agent)
  const [span, setSpan] = useState<Span>('hour')
  const undo = useUndoAgent()
  const report = ({ undoneCount, refusals }: UndoResult) => {
    const message = t('agents.undo.done', { count: undoneCount })
    if (refusals.length === 0) return notifyOfSuccess(message)
    const details = (
      <List size="sm">
        {refusals.map(({ taskId, field, message: reason }) => (
          <List.Item key={`${taskId} ${field} ${reason}`}>
            {taskId === null ? reason : t('agents.undo.refused', { taskId, reason })}
          </List.Item>
        ))}
      </List>
    )
    showNotice({ message, title: t('agents.undo.left'), details })
  }
  const run = () => {
    const since = new Date(Date.now() - minutes[span] * 60_000).toISOString()
    undo.mutate({ id: shown?.id ?? 0, since }, { onSuccess: ({ item }) => report(item), onSettled: onClose })
  }
  return (
    <Dialog
      title={t('agents.undo.title', { name: shown?.application ?? '' })}
      isOpen={agent !== undefined}
      onClose={onClose}
    >
      <Stack>
        <Text>{t('agents.undo.text')}</Text>
        <NativeSelect
          label={t('agents.undo.since')}
          value={span}
          onChange={({ currentTarget }) => setSpan(currentTarget.value as Span)}
          data={spans.map(value => ({ value, label: t(`agents.undo.spans.${value}`) }))}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('agents.cancel')}
          </Button>
          <Button loading={undo.isPending} onClick={run}>
            {t('agents.undo.action')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
