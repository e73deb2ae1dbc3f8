import type { BoardOptions } from '@atrium/tasks/imports/formats/board/source-board'
import type { CsvOptions, ShownTable } from '@atrium/tasks/imports/formats/csv/csv'
import { type CsvField, csvFields } from '@atrium/tasks/imports/formats/csv/csv-columns.contract'
import type { ShownProjects, VikunjaOptions } from '@atrium/tasks/imports/formats/vikunja'
import {
  Checkbox,
  Input,
  NativeSelect,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
  Title,
} from '@mantine/core'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import type { Directory } from './files/directory.ts'
import type { OpenedFile } from './files/file-reader.ts'

export interface FormatFormProps {
  file: OpenedFile
  directory: Directory
  options: object
  onChange: (options: object) => void
}

/** The forms of the formats that have options to choose from. */
export const formatForms: Partial<Record<string, ComponentType<FormatFormProps>>> = {
  trello: ArchivedForm,
  wekan: ArchivedForm,
  plane: ArchivedForm,
  vikunja: VikunjaForm,
  csv: CsvForm,
}

function ArchivedForm({ options, onChange }: FormatFormProps) {
  const { t } = useTranslation()
  const trello = options as BoardOptions
  return (
    <Checkbox
      label={t('import.withArchived')}
      checked={trello.withArchived}
      onChange={event => onChange({ ...trello, withArchived: event.currentTarget.checked })}
    />
  )
}

/** An export of Vikunja has all projects of a user. */
function VikunjaForm(props: FormatFormProps) {
  const { t } = useTranslation()
  const options = props.options as VikunjaOptions
  const { projects } = props.file.shown as ShownProjects
  return (
    <Stack gap="sm">
      <NativeSelect
        label={t('import.sourceProject')}
        data={[
          { value: '', label: t('import.allSourceProjects') },
          ...projects.map(({ id, title, taskCount }) => ({ value: id, label: `${title} (${taskCount})` })),
        ]}
        value={options.projectId}
        onChange={event => props.onChange({ ...options, projectId: event.currentTarget.value })}
      />
      <ArchivedForm {...props} />
    </Stack>
  )
}

function CsvForm({ file, directory: { fields }, options: given, onChange }: FormatFormProps) {
  const { t } = useTranslation()
  const options = given as CsvOptions
  const { mapping, isMonthFirst, fields: mapped } = options
  const { headers, sample } = file.shown as ShownTable
  const change = (changes: Partial<CsvOptions>) => onChange({ ...options, ...changes })
  const choices = [
    { value: '', label: t('import.noField') },
    ...headers.map((header, index) => ({ value: String(index), label: header || `#${index + 1}` })),
  ]
  const map = (field: CsvField, value: string) =>
    change({ mapping: { ...mapping, [field]: value === '' ? undefined : Number(value) } })
  const indexOf = (id: number) => mapped.find(field => field.id === id)?.index
  const mapCustom = ({ id, name, type }: (typeof fields)[number], value: string) => {
    const others = mapped.filter(field => field.id !== id)
    change({ fields: value === '' ? others : [...others, { id, name, type, index: Number(value) }] })
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
            description={sampleOf(sample, mapping[field])}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            data={choices}
            value={mapping[field] ?? ''}
            onChange={event => map(field, event.currentTarget.value)}
            required={field === 'title'}
            error={field === 'title' && mapping.title === undefined && t('import.titleNeeded')}
          />
        ))}
        {fields.map(field => (
          <NativeSelect
            key={field.id}
            label={field.name}
            description={sampleOf(sample, indexOf(field.id))}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            data={choices}
            value={indexOf(field.id) ?? ''}
            onChange={event => mapCustom(field, event.currentTarget.value)}
            required={field.isRequired && field.defaultValue === null}
          />
        ))}
      </SimpleGrid>
      {hasDates && (
        <Input.Wrapper label={t('import.dateOrder')} labelElement="div">
          <div>
            <SegmentedControl
              aria-label={t('import.dateOrder')}
              value={isMonthFirst ? 'month' : 'day'}
              onChange={value => change({ isMonthFirst: value === 'month' })}
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
