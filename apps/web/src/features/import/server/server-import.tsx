import type { ImportStart } from '@atrium/tasks/imports/jobs/import-choices.contract'
import type { ImportJob } from '@atrium/tasks/imports/jobs/import-job.contract'
import { ErrorState, RowsSkeleton } from '@atrium/ui/feedback/states'
import { Alert, Button, Card, Group, List, Progress, Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldsQuery } from '../../../data/projects/fields.ts'
import {
  MapColumns,
  MapFields,
  MapPeople,
  type MappedColumn,
  type MappedField,
  type MappedPerson,
  titledColumns,
} from '../map/map-import.tsx'
import { ImportNotes } from './import-notes.tsx'
import { importQuery, useBeginImport, useTakeBackImport } from './server-import.queries.ts'

interface ServerImportProps {
  importId: number
  projectId: number
  onAnother: () => void
}

/** An import that the server runs: what it has read, what it is to do with it, how far it is, and what came of it. */
export function ServerImport({ importId, projectId, onAnother }: ServerImportProps) {
  const queryClient = useQueryClient()
  const { data: job, error, refetch } = useQuery(importQuery(importId))
  const isImported = job?.status === 'done' && !job.isDryRun
  useEffect(() => {
    if (!isImported) return
    void queryClient.invalidateQueries({ queryKey: ['project', projectId] })
    void queryClient.invalidateQueries({ queryKey: ['board'] })
  }, [isImported, projectId, queryClient])
  if (!job && error) return <ErrorState error={error} onRetry={refetch} />
  if (!job) return <RowsSkeleton rows={2} />
  if (job.status === 'failed') return <FailedImport job={job} onAnother={onAnother} />
  if (job.status !== 'done') return <RunningImport job={job} onAnother={onAnother} />
  if (job.isDryRun) return <ReadImport key={job.id} job={job} projectId={projectId} onAnother={onAnother} />
  return <ImportOutcome job={job} onAnother={onAnother} />
}

interface JobProps {
  job: ImportJob
  onAnother: () => void
}

function RunningImport({ job, onAnother }: JobProps) {
  const { t } = useTranslation()
  const cancel = useTakeBackImport(job.id)
  const { step, done, total } = job.progress
  return (
    <Card>
      <Stack>
        <Title order={2} size="h3" aria-live="polite">
          {t(`import.address.steps.${job.isDryRun ? 'reading' : step}`)}
        </Title>
        <Progress
          value={total ? (100 * done) / total : 100}
          animated={!total}
          size="lg"
          aria-label={t('import.progressLabel')}
        />
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            {total
              ? t('import.address.progress', { done, total })
              : t('import.address.answers', { count: done })}
          </Text>
          <Button
            variant="default"
            loading={cancel.isPending}
            onClick={() => cancel.mutate(undefined, { onSuccess: onAnother })}
          >
            {t('import.address.cancel')}
          </Button>
        </Group>
        <Text size="sm">{t('import.address.leave')}</Text>
      </Stack>
    </Card>
  )
}

/** What had been imported before the failure stays; importing the same again continues. */
function FailedImport({ job, onAnother }: JobProps) {
  const { t } = useTranslation()
  const { created } = job.report
  return (
    <Stack>
      <Alert color="red" role="alert" title={t('import.address.failed')}>
        {job.error?.message}
        {created > 0 && <Text size="sm">{t('import.report.tasksCreated', { count: created })}</Text>}
      </Alert>
      <Group justify="flex-end">
        <TakeBack job={job} onAnother={onAnother} />
        <Button onClick={onAnother}>{t('import.address.again')}</Button>
      </Group>
    </Stack>
  )
}

/** What has been read, with the people and columns to check before the import starts. */
function ReadImport({ job, projectId, onAnother }: JobProps & { projectId: number }) {
  const { t } = useTranslation()
  const begin = useBeginImport(job.id)
  const { report } = job
  const { data: known = [] } = useQuery(fieldsQuery(projectId))
  const [people, setPeople] = useState<MappedPerson[]>([])
  const [columns, setColumns] = useState<MappedColumn[]>([])
  const [fields, setFields] = useState<MappedField[]>([])
  const facts = [
    t('import.facts.tasks', { count: report.taskCount }),
    t('import.facts.columns', { count: report.columns.length }),
    report.cycleCount > 0 && t('import.facts.cycles', { count: report.cycleCount }),
    report.commentCount > 0 && t('import.facts.comments', { count: report.commentCount }),
    report.fileCount > 0 && t('import.address.files', { count: report.fileCount }),
  ].filter(Boolean)
  const start = () => {
    const body: ImportStart = { people, columns: titledColumns(columns), fields, projectId }
    begin.mutate(body)
  }
  return (
    <Stack gap="lg">
      <Card component="section" aria-labelledby="read-import">
        <Stack>
          <div>
            <Title order={2} size="h3" id="read-import">
              {job.name}
            </Title>
            <Text aria-live="polite">{facts.join(' · ')}</Text>
          </div>
          <Losses job={job} />
        </Stack>
      </Card>
      <MapColumns found={report.columns} columns={columns} onChange={setColumns} />
      <MapFields found={report.fields} known={known} fields={fields} onChange={setFields} />
      <MapPeople projectId={projectId} found={report.people} people={people} onChange={setPeople} />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onAnother}>
          {t('import.address.other')}
        </Button>
        <Button disabled={report.taskCount === 0} loading={begin.isPending} onClick={start}>
          {t('import.start', { count: report.taskCount })}
        </Button>
      </Group>
    </Stack>
  )
}

function ImportOutcome({ job, onAnother }: JobProps) {
  const { t } = useTranslation()
  const { report, boardId } = job
  const skippedCount = report.skipped.reduce((sum, { count }) => sum + count, 0)
  return (
    <Stack gap="lg">
      <Card>
        <Stack>
          <Title order={2} size="h3" aria-live="polite">
            {t('import.states.done')}
          </Title>
          <Text>
            {t('import.report.tasksCreated', { count: report.created })}
            {skippedCount > 0 && ` · ${t('import.report.skipped', { count: skippedCount })}`}
            {report.known > 0 && ` · ${t('import.address.known', { count: report.known })}`}
          </Text>
          <Losses job={job} />
          <Group gap="sm">
            {boardId !== null && (
              <Button component={Link} to={`/board/${boardId}`}>
                {t('import.report.openBoard')}
              </Button>
            )}
            <TakeBack job={job} onAnother={onAnother} />
          </Group>
        </Stack>
      </Card>
      <ImportNotes importId={job.id} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onAnother}>
          {t('import.address.another')}
        </Button>
      </Group>
    </Stack>
  )
}

/** Asks first, because others may have worked on the tasks by now. */
function TakeBack({ job, onAnother }: JobProps) {
  const { t } = useTranslation()
  const takeBack = useTakeBackImport(job.id)
  if (!job.revocableUntil) return null
  const confirm = () => {
    if (window.confirm(t('import.address.confirmTakeBack')))
      takeBack.mutate(undefined, { onSuccess: onAnother })
  }
  return (
    <Button variant="default" loading={takeBack.isPending} onClick={confirm}>
      {t('import.address.takeBack')}
    </Button>
  )
}

/** What is lost, in the words of the server. */
function Losses({ job: { losses, report, isDryRun, finishedAt } }: { job: ImportJob }) {
  const { t } = useTranslation()
  if (losses.length === 0 && report.skipped.length === 0) return null
  return (
    <Alert color="amber" title={t(isDryRun || !finishedAt ? 'import.losses.title' : 'import.losses.lost')}>
      <List size="sm">
        {report.skipped.map(({ reason, count }) => (
          <List.Item key={reason}>
            {count}: {t(`import.reasons.${reason}`)}
          </List.Item>
        ))}
        {losses.map(({ kind, text, count, example }) => (
          <List.Item key={kind}>
            {t('import.losses.counted', { what: text, count })}
            {example && `: ${t('import.losses.quoted', { text: example })}`}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
