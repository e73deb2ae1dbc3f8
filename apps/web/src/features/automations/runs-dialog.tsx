import type { Automation, AutomationRun } from '@atrium/tasks/automations/automation.contract'
import { taskKey } from '@atrium/tasks/projects/project-key.contract'
import { Dialog, useLastShown } from '@atrium/ui/dialogs/dialog'
import { RowsSkeleton } from '@atrium/ui/feedback/states'
import { fullName } from '@atrium/ui/format'
import { DateText } from '@atrium/ui/time-text'
import { Anchor, Badge, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { projectQuery } from '../../data/projects/projects.ts'
import { runsQuery } from './automation.queries.ts'

export const runColors = { waiting: 'gray', done: 'green', stopped: 'orange', failed: 'red' }

/** What an automation has done lately, and why it has not. */
export function RunsDialog({
  automation,
  onClose,
}: {
  automation: Automation | undefined
  onClose: () => void
}) {
  const { t } = useTranslation()
  const shown = useLastShown(automation)
  const title = t('automations.runs.title', { name: shown?.name ?? '' })
  return (
    <Dialog title={title} isOpen={automation !== undefined} onClose={onClose} isWide>
      {shown && <Runs automation={shown} />}
    </Dialog>
  )
}

function Runs({ automation }: { automation: Automation }) {
  const { t } = useTranslation()
  const { data: runs } = useQuery(runsQuery(automation.id))
  const { data: project } = useQuery(projectQuery(automation.projectId))
  if (!runs) return <RowsSkeleton rows={3} />
  if (runs.length === 0) return <Text c="dimmed">{t('automations.runs.empty')}</Text>
  return (
    <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
      {runs.map(run => (
        <Run key={run.id} run={run} projectKey={project?.key ?? null} />
      ))}
    </Stack>
  )
}

function Run({ run, projectKey }: { run: AutomationRun; projectKey: string | null }) {
  const { t } = useTranslation()
  const { status, task, actor, failure, createdAt } = run
  return (
    <li>
      <Group gap="xs">
        <Badge color={runColors[status]}>{t(`automations.runs.${status}`)}</Badge>
        {task && (
          <Anchor href={`/app/task/${task.id}`} target="_blank" size="sm">
            {taskKey(task.number, projectKey)} {task.title}
          </Anchor>
        )}
        <Text size="sm" c="dimmed">
          {actor && `${fullName(actor)} · `}
          <DateText value={createdAt} withTime />
        </Text>
      </Group>
      {failure && (
        <Text size="sm" mt={2}>
          {failure.action !== null && `${t('automations.action', { number: failure.action + 1 })}: `}
          {failure.message}
        </Text>
      )}
    </li>
  )
}
