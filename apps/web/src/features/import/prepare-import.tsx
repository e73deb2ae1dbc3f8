import type { ListedBoard } from '@atrium/tasks/boards/board.contract'
import { MAX_COLUMNS } from '@atrium/tasks/boards/column.contract'
import { fieldIdsOf } from '@atrium/tasks/imports/formats/board/field-ids'
import type { SkippedItem } from '@atrium/tasks/imports/plan/import-format'
import type { PlanSummary, SummedLoss } from '@atrium/tasks/imports/plan/plan-summary'
import { ErrorState } from '@atrium/ui/feedback/states'
import { Alert, Button, Card, Checkbox, Group, List, Stack, Table, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Directory } from './files/directory.ts'
import type { FileReader, OpenedFile } from './files/file-reader.ts'
import { lossesOf, namesNewOptions } from './files/import-losses.ts'
import { formatForms } from './format-forms.tsx'
import { fileOptions, firstOptions, type ImportOptions, TargetBoard } from './import-options.tsx'
import classes from './map/import-table.module.css'
import { MapColumns, MapFields, MapPeople, titledColumns } from './map/map-import.tsx'
import { useImportFile } from './server/server-import.queries.ts'

interface PrepareImportProps {
  projectId: number
  boards: ListedBoard[]
  directory: Directory
  /** The file that the user has chosen, before it was unpacked and read. */
  chosen: File
  file: OpenedFile
  reader: FileReader
  onCancel: () => void
  onStarted: (importId: number) => void
}

export function PrepareImport(props: PrepareImportProps) {
  const { projectId, boards, directory, chosen, file, reader, onCancel, onStarted } = props
  const { t } = useTranslation()
  const start = useImportFile()
  const [options, setOptions] = useState<ImportOptions>(() => firstOptions(file))
  const change = (changes: Partial<ImportOptions>) => setOptions(now => ({ ...now, ...changes }))
  const format = { ...options.format, fieldIds: fieldIdsOf(options.fields) }
  const {
    data: plan,
    error,
    refetch,
  } = useQuery({
    queryKey: ['import-plan', file.name, chosen.lastModified, options.format, options.fields],
    queryFn: () => reader.plan(format),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const columnCount = plan?.columns.length ?? 0
  const hasTooManyColumns = columnCount > MAX_COLUMNS
  const hasBoard = options.boardId !== undefined || options.boardName.trim() !== ''
  const isReady = plan !== undefined && plan.taskCount > 0 && hasBoard && !hasTooManyColumns
  const people = new Map(options.people.map(({ externalId, userId }) => [externalId, userId]))
  const begin = () => {
    const { boardId, boardName, createsOptions, columns, fields } = options
    const { withArchived = false } = options.format as { withArchived?: boolean }
    start.mutate(
      {
        source: file.format,
        file: chosen,
        projectId,
        ...(boardId === undefined ? { name: boardName.trim() } : { boardId }),
        people: JSON.stringify(options.people),
        columns: JSON.stringify(titledColumns(columns)),
        fields: JSON.stringify(fields),
        options: JSON.stringify(fileOptions(options.format)),
        withArchived,
        createsOptions,
      },
      { onSuccess: ({ item }) => onStarted(item.id) },
    )
  }
  if (error) return <ErrorState error={error} onRetry={refetch} />
  const FormatForm = formatForms[file.format]
  return (
    <Stack gap="lg">
      <Card>
        <Stack>
          <TargetBoard boards={boards} options={options} onChange={change} />
          {FormatForm && (
            <FormatForm
              file={file}
              directory={directory}
              options={options.format}
              onChange={changed => change({ format: changed })}
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
      {hasTooManyColumns && (
        <Alert color="red">{t('import.tooManyColumns', { count: columnCount, limit: MAX_COLUMNS })}</Alert>
      )}
      {plan && (
        <PlanPreview
          plan={plan}
          losses={lossesOf(plan, directory, { createsOptions: options.createsOptions, people })}
        />
      )}
      {plan && !hasTooManyColumns && (
        <MapPlan
          projectId={projectId}
          plan={plan}
          directory={directory}
          options={options}
          onChange={change}
        />
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onCancel}>
          {t('import.otherFile')}
        </Button>
        <Button disabled={!isReady} loading={start.isPending} onClick={begin}>
          {t('import.start', { count: plan?.taskCount ?? 0 })}
        </Button>
      </Group>
    </Stack>
  )
}

interface MapPlanProps {
  projectId: number
  plan: PlanSummary
  directory: Directory
  options: ImportOptions
  onChange: (changes: Partial<ImportOptions>) => void
}

/** The columns, people and fields of the file, with what is guessed for each. */
function MapPlan({ projectId, plan, directory, options, onChange }: MapPlanProps) {
  const columns = plan.columns.map(column => ({
    ...column,
    taskCount: plan.tasksByColumn.get(column.title) ?? 0,
  }))
  const people = plan.people.map(person => ({
    ...person,
    userId: directory.anyMemberId(person) ?? null,
    taskCount: plan.assignees.get(person.externalId) ?? 0,
  }))
  const fields = plan.sourceFields.map(field => ({
    ...field,
    fieldId: directory.fieldOf(field.name)?.id ?? null,
  }))
  return (
    <>
      <MapColumns
        found={columns}
        columns={options.columns}
        onChange={changed => onChange({ columns: changed })}
      />
      <MapFields
        found={fields}
        known={directory.fields}
        fields={options.fields}
        onChange={changed => onChange({ fields: changed })}
      />
      <MapPeople
        projectId={projectId}
        found={people}
        people={options.people}
        onChange={changed => onChange({ people: changed })}
      />
    </>
  )
}

/** What the import will create. */
function PlanPreview({ plan, losses }: { plan: PlanSummary; losses: SummedLoss[] }) {
  const { t } = useTranslation()
  const facts = [
    t('import.facts.tasks', { count: plan.taskCount }),
    t('import.facts.columns', { count: plan.columns.length }),
    plan.stickers.length > 0 && t('import.facts.stickers', { count: plan.stickers.length }),
    plan.cycleCount > 0 && t('import.facts.cycles', { count: plan.cycleCount }),
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
        <SkippedNote skipped={plan.skipped} />
        <LossNote losses={losses} />
        {plan.firstTasks.length > 0 && <FirstTasks tasks={plan.firstTasks} />}
      </Stack>
    </Card>
  )
}

function FirstTasks({ tasks }: { tasks: PlanSummary['firstTasks'] }) {
  const { t } = useTranslation()
  return (
    <Table captionSide="top" className={classes.table}>
      <Table.Caption ta="start">{t('import.firstTasks')}</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('import.fields.title')}</Table.Th>
          <Table.Th>{t('import.fields.column')}</Table.Th>
          <Table.Th visibleFrom="xs">{t('import.fields.dueDate')}</Table.Th>
          <Table.Th visibleFrom="xs">{t('import.fields.stickers')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {tasks.map((task, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no ids and never move
          <Table.Tr key={index}>
            <Table.Td>
              {task.title}
              <Text size="sm" c="dimmed" hiddenFrom="xs">
                {[task.dueDate, ...task.stickers].filter(Boolean).join(', ')}
              </Text>
            </Table.Td>
            <Table.Td>{task.column}</Table.Td>
            <Table.Td visibleFrom="xs">{task.dueDate}</Table.Td>
            <Table.Td visibleFrom="xs">{task.stickers.join(', ')}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
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
