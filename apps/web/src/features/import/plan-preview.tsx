import { Alert, Badge, Card, Group, List, Stack, Table, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { PlannedTask, PlanSummary, SkippedItem } from './files/import-plan.ts'

/** What the import will create. */
export function PlanPreview({ plan }: { plan: PlanSummary }) {
  const { t } = useTranslation()
  const facts = [
    t('import.facts.tasks', { count: plan.taskCount }),
    t('import.facts.columns', { count: plan.columns.length }),
    plan.stickers.length > 0 && t('import.facts.stickers', { count: plan.stickers.length }),
    plan.commentCount > 0 && t('import.facts.comments', { count: plan.commentCount }),
    plan.checklistCount > 0 && t('import.facts.checklist', { count: plan.checklistCount }),
  ].filter(Boolean)
  return (
    <Card component="section" aria-labelledby="import-preview">
      <Stack>
        <div>
          <Title order={2} size="h3" id="import-preview">
            {t('import.preview')}
          </Title>
          <Text aria-live="polite">{facts.join(' · ')}</Text>
        </div>
        <Columns plan={plan} />
        <SkippedNote skipped={plan.skipped} />
        {plan.firstTasks.length > 0 && <FirstTasks tasks={plan.firstTasks} />}
      </Stack>
    </Card>
  )
}

/** A file whose columns were mistaken has one for every row. */
const MOST_SHOWN = 50

function Columns({ plan: { columns, tasksByColumn } }: { plan: PlanSummary }) {
  const hidden = columns.length - MOST_SHOWN
  return (
    <Group gap="xs">
      {columns.slice(0, MOST_SHOWN).map(column => (
        <Badge key={column} color="gray" size="lg" maw="100%">
          {column} · {tasksByColumn.get(column) ?? 0}
        </Badge>
      ))}
      {hidden > 0 && <Text size="sm">+{hidden}</Text>}
    </Group>
  )
}

function FirstTasks({ tasks }: { tasks: PlannedTask[] }) {
  const { t } = useTranslation()
  return (
    <Table.ScrollContainer minWidth={520} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table captionSide="top">
        <Table.Caption ta="start">{t('import.firstTasks')}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('import.fields.title')}</Table.Th>
            <Table.Th>{t('import.fields.column')}</Table.Th>
            <Table.Th>{t('import.fields.dueDate')}</Table.Th>
            <Table.Th>{t('import.fields.stickers')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {tasks.map((task, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no other name, and do not move.
            <Table.Tr key={index}>
              <Table.Td>{task.title}</Table.Td>
              <Table.Td>{task.column}</Table.Td>
              <Table.Td>{task.dueDate}</Table.Td>
              <Table.Td>{task.stickers.join(', ')}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

const reasons: SkippedItem['reason'][] = ['noTitle', 'archived', 'archivedList', 'noList']

/** What of the file will not become a task, by reason. */
function SkippedNote({ skipped }: { skipped: SkippedItem[] }) {
  const { t } = useTranslation()
  if (skipped.length === 0) return null
  const counts = reasons.map(reason => ({
    reason,
    count: skipped.filter(item => item.reason === reason).length,
  }))
  return (
    <Alert color="amber" title={t('import.skipped', { count: skipped.length })}>
      <List size="sm">
        {counts
          .filter(({ count }) => count > 0)
          .map(({ reason, count }) => (
            <List.Item key={reason}>
              {count}: {t(`import.reasons.${reason}`)}
            </List.Item>
          ))}
      </List>
    </Alert>
  )
}
