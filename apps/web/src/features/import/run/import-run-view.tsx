import { BYTE_ORDER_MARK, toCsv } from '@atrium/core/csv'
import type { SkippedItem } from '@atrium/tasks/imports/plan/import-format'
import { saveFile } from '@atrium/ui/files'
import { IconDownload, IconPlayerPause, IconPlayerPlay, IconX } from '@atrium/ui/icons'
import { PageSwitch } from '@atrium/ui/lists/page-switch'
import {
  Alert,
  Anchor,
  Badge,
  Button,
  Card,
  Group,
  Progress,
  SegmentedControl,
  Stack,
  Table,
  Text,
  Title,
} from '@mantine/core'
import { Link, useBlocker } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ItemResult } from './run-import.ts'
import { type StartedImport, useImportRun } from './use-import-run.ts'

interface ImportRunViewProps {
  started: StartedImport
  onAnother: () => void
}

export function ImportRunView({ started, onAnother }: ImportRunViewProps) {
  const { t } = useTranslation()
  const run = useImportRun(started)
  const { state, progress, isWaiting, isSignedOut } = run
  const isActive = state === 'running' || state === 'paused'
  useBlocker({
    shouldBlockFn: () => !window.confirm(t('import.leave')),
    enableBeforeUnload: isActive,
    disabled: !isActive,
  })
  const { total, results } = progress
  return (
    <Stack gap="lg">
      <Card>
        <Stack>
          <Title order={2} size="h3" aria-live="polite">
            {t(`import.states.${state}`)}
          </Title>
          <Progress
            value={total > 0 ? (100 * results.length) / total : 100}
            color={state === 'failed' ? 'red' : state === 'done' ? 'teal' : undefined}
            size="lg"
            aria-label={t('import.progressLabel')}
          />
          <Group justify="space-between">
            <Text size="sm" c="dimmed">
              {t('import.progress', { done: results.length, total })}
              {isActive && isWaiting && ` · ${t('import.waiting')}`}
            </Text>
            <RunControls run={run} />
          </Group>
          {(state === 'stopped' || state === 'failed') && (
            <Alert color={state === 'failed' ? 'red' : 'amber'}>
              {t(isSignedOut ? 'import.signedOut' : 'import.resumable')}
            </Alert>
          )}
        </Stack>
      </Card>
      {!isActive && (
        <ImportReport
          results={results}
          skipped={started.plan.skipped}
          boardId={progress.boardId}
          action={
            <Button variant="default" onClick={onAnother}>
              {t('import.otherFile')}
            </Button>
          }
        />
      )}
    </Stack>
  )
}

function RunControls({ run }: { run: ReturnType<typeof useImportRun> }) {
  const { t } = useTranslation()
  const { state, pause, resume, stop } = run
  if (state !== 'running' && state !== 'paused') return null
  const isPaused = state === 'paused'
  return (
    <Group gap="sm">
      <Button
        variant="default"
        leftSection={isPaused ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />}
        onClick={isPaused ? resume : pause}
      >
        {t(isPaused ? 'import.continue' : 'import.pause')}
      </Button>
      <Button variant="subtle" color="red" leftSection={<IconX size={16} />} onClick={stop}>
        {t('actions.cancel')}
      </Button>
    </Group>
  )
}

interface ImportReportProps {
  results: ItemResult[]
  skipped: SkippedItem[]
  boardId: number | undefined
  action: ReactNode
}

const rowsPerPage = 50

/** The result of every item of the file. */
function ImportReport({ results, skipped, boardId, action }: ImportReportProps) {
  const { t } = useTranslation()
  const words = useResultWords()
  const [which, setWhich] = useState('all')
  const [page, setPage] = useState(1)
  const all = everyItem(results, skipped)
  const created = all.filter(({ taskId }) => taskId !== undefined)
  const troubled = all.filter(({ taskId, losses }) => taskId === undefined || losses.length > 0)
  const shown = which === 'all' ? all : troubled
  const download = () =>
    saveFile(
      'import-report.csv',
      BYTE_ORDER_MARK + toCsv([words.header, ...all.map(result => words.row(result))]),
      'text/csv;charset=utf-8',
    )
  return (
    <Card component="section" aria-labelledby="import-report">
      <Stack>
        <Group justify="space-between" align="flex-start">
          <div>
            <Title order={2} size="h3" id="import-report">
              {t('import.report.title')}
            </Title>
            <Text>
              {t('import.report.tasksCreated', { count: created.length })}
              {' · '}
              {t('import.report.skipped', { count: all.length - created.length })}
            </Text>
          </div>
          <Group gap="sm">
            <Button variant="default" leftSection={<IconDownload size={16} />} onClick={download}>
              {t('import.report.download')}
            </Button>
            {action}
            {boardId && (
              <Button component={Link} to={`/board/${boardId}`}>
                {t('import.report.openBoard')}
              </Button>
            )}
          </Group>
        </Group>
        <div>
          <SegmentedControl
            aria-label={t('import.report.show')}
            value={which}
            onChange={value => {
              setWhich(value)
              setPage(1)
            }}
            data={[
              { value: 'all', label: t('import.report.all', { count: all.length }) },
              { value: 'troubled', label: t('import.report.needsAttention', { count: troubled.length }) },
            ]}
          />
        </div>
        <ReportTable results={shown.slice((page - 1) * rowsPerPage, page * rowsPerPage)} />
        <PageSwitch page={page} pages={Math.ceil(shown.length / rowsPerPage)} onChange={setPage} />
      </Stack>
    </Card>
  )
}

function everyItem(results: ItemResult[], skipped: SkippedItem[]): ItemResult[] {
  return [...results, ...skipped.map(({ title, reason }) => ({ title, reason, losses: [] }))]
}

function ReportTable({ results }: { results: ItemResult[] }) {
  const { t } = useTranslation()
  const words = useResultWords()
  if (results.length === 0) return <Text c="dimmed">{t('import.report.nothing')}</Text>
  return (
    <Table.ScrollContainer minWidth={460}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            {words.header.map(title => (
              <Table.Th key={title}>{title}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {results.map((result, place) => {
            const [title, outcome, notes] = words.row(result)
            const isMade = result.taskId !== undefined
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: skipped items have no id.
              <Table.Tr key={place}>
                <Table.Td>
                  {isMade ? (
                    <Anchor component={Link} to={`/task/${result.taskId}`} inherit>
                      {title}
                    </Anchor>
                  ) : (
                    title
                  )}
                </Table.Td>
                <Table.Td>
                  <Badge color={isMade ? 'teal' : 'amber'} miw="max-content">
                    {outcome}
                  </Badge>
                </Table.Td>
                <Table.Td>{notes}</Table.Td>
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

/** A result as text, for the table and the file. */
function useResultWords() {
  const { t } = useTranslation()
  const notesOf = ({ reason, message, losses }: ItemResult) => [
    reason && reason !== 'refused' && t(`import.reasons.${reason}`),
    ...losses.map(kind => t(`import.remarks.${kind}`)),
    message,
  ]
  return {
    header: [t('import.fields.title'), t('import.report.outcome'), t('import.report.notes')],
    row: (result: ItemResult): [string, string, string] => [
      result.title,
      t(result.taskId === undefined ? 'import.report.wasSkipped' : 'import.report.created'),
      notesOf(result).filter(Boolean).join('; '),
    ],
  }
}
