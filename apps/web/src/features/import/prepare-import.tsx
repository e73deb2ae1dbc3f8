import type { ListedBoard } from '@atrium/tasks/boards/board.contract'
import { MAX_COLUMNS } from '@atrium/tasks/boards/column.contract'
import type { SkippedItem } from '@atrium/tasks/imports/plan/import-format'
import type { PlanSummary, SummedLoss } from '@atrium/tasks/imports/plan/plan-summary'
import { ErrorState } from '@atrium/ui/feedback/states'
import { Alert, Badge, Button, Card, Checkbox, Group, List, Stack, Table, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Directory } from './files/directory.ts'
import type { FileReader, OpenedFile } from './files/file-reader.ts'
import { lossesOf, namesNewOptions } from './files/import-losses.ts'
import { formatForms } from './format-forms.tsx'
import { chosenDoneColumn, firstOptions, type ImportOptions, TargetBoard } from './import-options.tsx'
import { forgetProgress, progressKey, type StartedImport, savedProgress } from './run/use-import-run.ts'

interface PrepareImportProps {
  projectId: number
  boards: ListedBoard[]
  directory: Directory
  file: OpenedFile
  reader: FileReader
  onCancel: () => void
  onStart: (started: StartedImport) => void
}

export function PrepareImport(props: PrepareImportProps) {
  const { projectId, boards, directory, file, reader, onCancel, onStart } = props
  const { t } = useTranslation()
  const [options, setOptions] = useState<ImportOptions>(() => firstOptions(file))
  const change = (changes: Partial<ImportOptions>) => setOptions(now => ({ ...now, ...changes }))
  const {
    data: plan,
    error,
    refetch,
  } = useQuery({
    queryKey: ['import-plan', file.hash, options.format],
    queryFn: () => reader.plan(options.format),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const [isStarting, setIsStarting] = useState(false)
  const key = progressKey(projectId, file.hash, {
    ...options.format,
    board: options.boardId ?? options.boardName,
    ...(options.createsOptions && { createsOptions: true }),
  })
  const earlier = savedProgress(key)
  const titles = plan?.columns.map(({ title }) => title) ?? []
  const hasTooManyColumns = titles.length > MAX_COLUMNS
  const hasBoard = options.boardId !== undefined || options.boardName.trim() !== ''
  const isReady = plan !== undefined && plan.taskCount > 0 && hasBoard && !hasTooManyColumns

  const start = async (isFresh: boolean) => {
    setIsStarting(true)
    if (isFresh) forgetProgress(key)
    const latest = await reader.plan(options.format)
    const planned = await reader.tasks()
    const { boardId, boardName, createsOptions } = options
    onStart({
      key,
      format: file.format,
      projectId,
      plan: latest,
      planned,
      boardId,
      boardName: boardName.trim(),
      doneColumn: chosenDoneColumn(
        options,
        latest.columns.map(({ title }) => title),
      ),
      createsOptions,
    })
  }
  if (error) return <ErrorState error={error} onRetry={refetch} />
  const FormatForm = formatForms[file.format]
  return (
    <Stack gap="lg">
      <Card>
        <Stack>
          <TargetBoard
            boards={boards}
            columns={titles}
            doneColumn={chosenDoneColumn(options, titles)}
            options={options}
            onChange={change}
          />
          {FormatForm && (
            <FormatForm
              file={file}
              directory={directory}
              options={options.format}
              onChange={format => change({ format })}
            />
          )}
          {plan && namesNewOptions(plan, directory) && (
            <Checkbox
              label={t('import.createsOptions')}
              description={t('import.createsOptionsText')}
              checked={options.createsOptions}
              onChange={event => change({ createsOptions: event.currentTarget.checked })}
            />
          )}
        </Stack>
      </Card>
      {earlier && (
        <ResumeNotice
          done={earlier.done}
          total={earlier.total}
          isBusy={isStarting}
          onResume={() => void start(false)}
          onStartOver={() => void start(true)}
        />
      )}
      {hasTooManyColumns && (
        <Alert color="red">{t('import.tooManyColumns', { count: titles.length, limit: MAX_COLUMNS })}</Alert>
      )}
      {plan && <PlanPreview plan={plan} losses={lossesOf(plan, directory, options.createsOptions)} />}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onCancel}>
          {t('import.otherFile')}
        </Button>
        {!earlier && (
          <Button disabled={!isReady} loading={isStarting} onClick={() => void start(true)}>
            {t('import.start', { count: plan?.taskCount ?? 0 })}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

interface ResumeNoticeProps {
  done: number
  total: number
  isBusy: boolean
  onResume: () => void
  onStartOver: () => void
}

function ResumeNotice({ done, total, isBusy, onResume, onStartOver }: ResumeNoticeProps) {
  const { t } = useTranslation()
  return (
    <Alert title={t('import.resume.title')}>
      <Text size="sm" mb="sm">
        {t('import.resume.text', { done, total })}
      </Text>
      <Group gap="sm">
        <Button loading={isBusy} onClick={onResume}>
          {t('import.resume.continue')}
        </Button>
        <Button variant="default" disabled={isBusy} onClick={onStartOver}>
          {t('import.resume.startOver')}
        </Button>
      </Group>
    </Alert>
  )
}

/** What the import will create. */
function PlanPreview({ plan, losses }: { plan: PlanSummary; losses: SummedLoss[] }) {
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
        <LossNote losses={losses} />
        {plan.firstTasks.length > 0 && <FirstTasks tasks={plan.firstTasks} />}
      </Stack>
    </Card>
  )
}

/** A wrong column mapping can give one column per row. */
const MAX_SHOWN = 50

function Columns({ plan: { columns, tasksByColumn } }: { plan: PlanSummary }) {
  const hidden = columns.length - MAX_SHOWN
  return (
    <Group gap="xs">
      {columns.slice(0, MAX_SHOWN).map(({ externalId, title }) => (
        <Badge key={externalId} color="gray" size="lg" maw="100%">
          {title} · {tasksByColumn.get(title) ?? 0}
        </Badge>
      ))}
      {hidden > 0 && <Text size="sm">+{hidden}</Text>}
    </Group>
  )
}

function FirstTasks({ tasks }: { tasks: PlanSummary['firstTasks'] }) {
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
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no id and keep their order.
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

/** How much of the file is skipped, by reason. */
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

const MAX_EXAMPLES = 3

/** Values that the tasks will lack. */
function LossNote({ losses }: { losses: SummedLoss[] }) {
  const { t } = useTranslation()
  if (losses.length === 0) return null
  const textOf = ({ kind, count, examples }: SummedLoss) => {
    const what = t('import.losses.counted', { what: t(`import.remarks.${kind}`), count })
    if (examples.length === 0) return what
    const shown = examples.slice(0, MAX_EXAMPLES).map(text => t('import.losses.quoted', { text }))
    const rest = examples.length > MAX_EXAMPLES ? '…' : ''
    return `${what}: ${shown.join(', ')}${rest}`
  }
  return (
    <Alert color="amber" title={t('import.losses.title')}>
      <List size="sm">
        {losses.map(loss => (
          <List.Item key={loss.kind}>{textOf(loss)}</List.Item>
        ))}
      </List>
      <Text size="sm" mt="xs">
        {t('import.losses.text')}
      </Text>
    </Alert>
  )
}
