import type { CustomField } from '@atrium/tasks/fields/field.contract'
import type {
  MappedColumns,
  MappedFields,
  MappedPeople,
} from '@atrium/tasks/imports/jobs/import-choices.contract'
import type { ImportReport } from '@atrium/tasks/imports/jobs/import-job.contract'
import { fullName } from '@atrium/ui/format'
import {
  Button,
  Card,
  Checkbox,
  NativeSelect,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { membersQuery } from '../../../data/projects/projects.ts'

export type MappedPerson = MappedPeople[number]
export type MappedColumn = MappedColumns[number]
export type MappedField = MappedFields[number]

interface MapPeopleProps {
  projectId: number
  found: ImportReport['people']
  /** The people for whom the user has chosen another member than the one that was found. */
  people: MappedPerson[]
  onChange: (people: MappedPerson[]) => void
}

/** Which member each person of the other program is. */
export function MapPeople({ projectId, found, people, onChange }: MapPeopleProps) {
  const { t } = useTranslation()
  const { data: members = [] } = useQuery(membersQuery(projectId))
  const choices = [
    { value: '', label: t('import.address.noMember') },
    ...members.map(({ userId, user }) => ({ value: String(userId), label: fullName(user) })),
  ]
  const memberOf = ({ externalId, userId }: ImportReport['people'][number]) =>
    (people.find(person => person.externalId === externalId) ?? { userId }).userId ?? ''
  return (
    <MapCard
      id="map-people"
      title={t('import.address.people')}
      text={t('import.address.peopleText')}
      rows={found.toSorted((one, other) => other.taskCount - one.taskCount)}
    >
      {person => (
        <MapRow key={person.externalId} name={person.name} taskCount={person.taskCount}>
          <NativeSelect
            aria-label={t('import.address.memberFor', { name: person.name })}
            data={choices}
            value={memberOf(person)}
            onChange={event => {
              const { externalId } = person
              const others = people.filter(other => other.externalId !== externalId)
              onChange([...others, { externalId, userId: Number(event.currentTarget.value) || null }])
            }}
          />
        </MapRow>
      )}
    </MapCard>
  )
}

interface MapFieldsProps {
  found: ImportReport['fields']
  known: CustomField[]
  /** The fields for which the user has chosen another one than the one of the same name. */
  fields: MappedField[]
  onChange: (fields: MappedField[]) => void
}

/** Which custom field takes the values of each field of the other program. */
export function MapFields({ found, known, fields, onChange }: MapFieldsProps) {
  const { t } = useTranslation()
  const choices = [
    { value: '', label: t('import.address.noField') },
    ...known.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  const fieldOf = ({ name, fieldId }: ImportReport['fields'][number]) =>
    (fields.find(field => field.name === name) ?? { fieldId }).fieldId ?? ''
  if (known.length === 0) return null
  return (
    <MapCard
      id="map-fields"
      title={t('import.address.fields')}
      text={t('import.address.fieldsText')}
      rows={found}
    >
      {field => (
        <MapRow key={field.name} name={field.name} taskCount={field.taskCount}>
          <NativeSelect
            aria-label={t('import.address.fieldFor', { name: field.name })}
            data={choices}
            value={fieldOf(field)}
            onChange={event => {
              const others = fields.filter(other => other.name !== field.name)
              onChange([...others, { name: field.name, fieldId: Number(event.currentTarget.value) || null }])
            }}
          />
        </MapRow>
      )}
    </MapCard>
  )
}

interface MapColumnsProps {
  found: ImportReport['columns']
  /** The columns that the user has changed. */
  columns: MappedColumn[]
  onChange: (columns: MappedColumn[]) => void
}

/** What each column is called here, and whether its tasks are completed. */
export function MapColumns({ found, columns, onChange }: MapColumnsProps) {
  const { t } = useTranslation()
  const change = (externalId: string, changes: Partial<MappedColumn>) => {
    const before = columns.find(column => column.externalId === externalId)
    const others = columns.filter(column => column !== before)
    onChange([...others, { externalId, ...before, ...changes }])
  }
  return (
    <MapCard
      id="map-columns"
      title={t('import.address.columns')}
      text={t('import.address.columnsText')}
      rows={found}
    >
      {({ externalId, title, isDone, taskCount }) => {
        const column = columns.find(one => one.externalId === externalId)
        return (
          <SimpleGrid key={externalId} cols={layout.cols} verticalSpacing={layout.verticalSpacing}>
            <div>
              <TextInput
                aria-label={t('import.address.titleFor', { title })}
                value={column?.title ?? title}
                maxLength={100}
                onChange={event => change(externalId, { title: event.currentTarget.value })}
              />
              <Text size="sm" c="dimmed">
                {t('import.facts.tasks', { count: taskCount })}
              </Text>
            </div>
            <div>
              <Checkbox
                mt={8}
                label={t('import.address.isDone')}
                checked={column?.isDone ?? isDone}
                onChange={event => change(externalId, { isDone: event.currentTarget.checked })}
              />
            </div>
          </SimpleGrid>
        )
      }}
    </MapCard>
  )
}

/** A title that was emptied counts as not changed. */
export function titledColumns(columns: MappedColumn[]): MappedColumn[] {
  return columns.map(({ title = '', ...column }) => ({
    ...column,
    ...(title.trim() && { title: title.trim() }),
  }))
}

const layout = { cols: { base: 1, xs: 2 }, verticalSpacing: 4, style: { alignItems: 'center' } }

interface MapRowProps {
  name: string
  taskCount: number
  children: ReactNode
}

function MapRow({ name, taskCount, children }: MapRowProps) {
  const { t } = useTranslation()
  return (
    <SimpleGrid {...layout}>
      <div>
        {name}
        <Text size="sm" c="dimmed">
          {t('import.facts.tasks', { count: taskCount })}
        </Text>
      </div>
      <div>{children}</div>
    </SimpleGrid>
  )
}

interface MapCardProps<Row> {
  id: string
  title: string
  text: string
  rows: Row[]
  children: (row: Row) => ReactNode
}

const FIRST_ROWS = 20

/** Long lists show their first rows at first. */
function MapCard<Row>({ id, title, text, rows, children }: MapCardProps<Row>) {
  const { t } = useTranslation()
  const [showsAll, setShowsAll] = useState(false)
  if (rows.length === 0) return null
  const shown = showsAll ? rows : rows.slice(0, FIRST_ROWS)
  return (
    <Card component="section" aria-labelledby={id}>
      <Stack>
        <div>
          <Title order={2} size="h3" id={id}>
            {title}
          </Title>
          <Text size="sm" c="dimmed">
            {text}
          </Text>
        </div>
        {shown.map(children)}
        {shown.length < rows.length && (
          <Button variant="default" onClick={() => setShowsAll(true)}>
            {t('import.address.showAll', { count: rows.length })}
          </Button>
        )}
      </Stack>
    </Card>
  )
}
