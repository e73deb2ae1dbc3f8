import type { ListedBoard } from '@atrium/tasks/boards/board.contract'
import type { CustomField } from '@atrium/tasks/fields/field.contract'
import {
  Checkbox,
  Input,
  NativeSelect,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type CsvField, type CsvMapping, type CsvOptions, csvFields, guessMapping } from './files/csv.ts'
import { guessFields } from './files/csv-custom-fields.ts'
import type { OpenedFile } from './files/file-reader.ts'
import { cut, guessDoneColumn, singleLine } from './files/import-plan.ts'
import type { TrelloOptions } from './files/trello.ts'

/** A chosen column can disappear when other options are changed. */
export function chosenDoneColumn({ doneColumn }: ImportOptions, columns: string[]) {
  if (doneColumn === null) return undefined
  return columns.find(title => title === doneColumn) ?? guessDoneColumn(columns)
}

interface TargetBoardProps {
  boards: ListedBoard[]
  columns: string[]
  doneColumn: string | undefined
  options: ImportOptions
  onChange: (changes: Partial<ImportOptions>) => void
}

export function TargetBoard({ boards, columns, doneColumn, options, onChange }: TargetBoardProps) {
  const { t } = useTranslation()
  const choices = [
    { value: '', label: t('import.newBoard') },
    ...boards.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <NativeSelect
        label={t('import.target')}
        data={choices}
        value={options.boardId ?? ''}
        onChange={event => onChange({ boardId: Number(event.currentTarget.value) || undefined })}
      />
      {options.boardId === undefined && (
        <TextInput
          label={t('import.boardName')}
          value={options.boardName}
          onChange={event => onChange({ boardName: event.currentTarget.value })}
          required
          maxLength={200}
        />
      )}
      {options.boardId === undefined && columns.length > 0 && (
        <NativeSelect
          label={t('import.doneColumn')}
          description={t('import.doneColumnHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={[{ value: '', label: t('import.noDoneColumn') }, ...columns]}
          value={doneColumn ?? ''}
          onChange={event => onChange({ doneColumn: event.currentTarget.value || null })}
        />
      )}
    </SimpleGrid>
  )
}

interface CsvMappingFormProps {
  file: Extract<OpenedFile, { format: 'csv' }>
  fields: CustomField[]
  options: ImportOptions
  onChange: (changes: Partial<ImportOptions>) => void
}

export function CsvMappingForm({ file, fields, options, onChange }: CsvMappingFormProps) {
  const { t } = useTranslation()
  const { mapping, customMapping, isMonthFirst, createsOptions } = options
  const choices = [
    { value: '', label: t('import.noField') },
    ...file.headers.map((header, index) => ({ value: String(index), label: header || `#${index + 1}` })),
  ]
  const map = (field: CsvField, value: string) =>
    onChange({ mapping: { ...mapping, [field]: value === '' ? undefined : Number(value) } })
  const mapped = fields.filter(({ id }) => customMapping[id] !== undefined)
  const mapCustom = (id: number, value: string) => {
    const { [id]: _, ...others } = customMapping
    onChange({ customMapping: value === '' ? others : { ...others, [id]: Number(value) } })
  }
  const hasDates =
    mapping.dueDate !== undefined ||
    mapping.startDate !== undefined ||
    mapped.some(({ type }) => type === 'date')
  return (
    <Stack gap="sm" component="section">
      <div>
        <Title order={2} size="h4">
          {t('import.mapping')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('import.mappingText')}
        </Text>
      </div>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        {csvFields.map(field => (
          <NativeSelect
            key={field}
            label={t(`import.fields.${field}`)}
            description={sampleOf(file.sample, mapping[field])}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            data={choices}
            value={mapping[field] ?? ''}
            onChange={event => map(field, event.currentTarget.value)}
            required={field === 'title'}
            error={field === 'title' && mapping.title === undefined && t('import.titleNeeded')}
          />
        ))}
        {fields.map(({ id, name, isRequired, defaultValue }) => (
          <NativeSelect
            key={id}
            label={name}
            description={sampleOf(file.sample, customMapping[id])}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            data={choices}
            value={customMapping[id] ?? ''}
            onChange={event => mapCustom(id, event.currentTarget.value)}
            required={isRequired && defaultValue === null}
          />
        ))}
      </SimpleGrid>
      {mapped.some(({ type }) => /select$/.test(type)) && (
        <Checkbox
          label={t('import.createsOptions')}
          description={t('import.createsOptionsText')}
          checked={createsOptions}
          onChange={event => onChange({ createsOptions: event.currentTarget.checked })}
        />
      )}
      {hasDates && (
        <Input.Wrapper label={t('import.dateOrder')} labelElement="div">
          <div>
            <SegmentedControl
              aria-label={t('import.dateOrder')}
              value={isMonthFirst ? 'month' : 'day'}
              onChange={value => onChange({ isMonthFirst: value === 'month' })}
              data={[
                { value: 'day', label: t('import.dayFirst') },
                { value: 'month', label: t('import.monthFirst') },
              ]}
            />
          </div>
        </Input.Wrapper>
      )}
    </Stack>
  )
}

/** The first value in the column. */
function sampleOf(sample: string[][], index: number | undefined) {
  const text = index === undefined ? undefined : sample.map(row => row[index]).find(Boolean)
  return text && (text.length > 60 ? `${text.slice(0, 60)}…` : text)
}

const MAX_NAME_LENGTH = 200

/** What the user chooses before the import starts. */
export interface ImportOptions {
  boardId: number | undefined
  boardName: string
  /** Undefined while it is guessed by title, null for none. */
  doneColumn: string | null | undefined
  mapping: CsvMapping
  /** The column of each custom field, by its id. */
  customMapping: Record<string, number>
  createsOptions: boolean
  isMonthFirst: boolean
  withArchived: boolean
}

export function firstOptions(file: OpenedFile, fields: CustomField[]): ImportOptions {
  const headers = file.format === 'csv' ? file.headers : []
  const mapping = guessMapping(headers)
  return {
    boardId: undefined,
    boardName: cut(singleLine(file.name), MAX_NAME_LENGTH),
    doneColumn: undefined,
    mapping,
    customMapping: guessFields(headers, fields, Object.values(mapping)),
    createsOptions: false,
    isMonthFirst: navigator.language === 'en-US',
    withArchived: false,
  }
}

/** The options that affect the plan, with the texts that it needs. */
export function usePlanOptions(
  file: OpenedFile,
  options: ImportOptions,
  fields: CustomField[],
): CsvOptions | TrelloOptions {
  const { t } = useTranslation()
  const { mapping, customMapping, isMonthFirst, withArchived } = options
  return useMemo(
    () =>
      file.format === 'csv'
        ? {
            mapping,
            isMonthFirst,
            defaultColumn: t('import.defaultColumn'),
            customFields: fields.flatMap(({ id, name, type }) => {
              const index = customMapping[id]
              return index === undefined ? [] : [{ id, name, type, index }]
            }),
          }
        : {
            withArchived,
            byline: t('import.byline', { name: '{{name}}', date: '{{date}}' }),
            attachments: t('import.attachments'),
          },
    [file, fields, mapping, customMapping, isMonthFirst, withArchived, t],
  )
}
