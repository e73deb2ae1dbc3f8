import type {
  ImportReport,
  MappedColumns,
  MappedPeople,
} from '@atrium/tasks/imports/jobs/import-job.contract'
import { fullName } from '@atrium/ui/format'
import { Card, Checkbox, NativeSelect, Stack, Table, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { membersQuery } from '../../../data/projects.ts'

export type MappedPerson = MappedPeople[number]
export type MappedColumn = MappedColumns[number]

const SCROLL = { viewportProps: { tabIndex: 0 } }

interface MapPeopleProps {
  projectId: number
  found: ImportReport['people']
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
  return (
    <Card component="section" aria-labelledby="map-people">
      <Stack>
        <div>
          <Title order={2} size="h3" id="map-people">
            {t('import.address.people')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('import.address.peopleText')}
          </Text>
        </div>
        <Table.ScrollContainer minWidth={320} scrollAreaProps={SCROLL}>
          <Table>
            <Table.Tbody>
              {found.map(({ externalId, name, taskCount }) => (
                <Table.Tr key={externalId}>
                  <Table.Td>
                    {name}
                    <Text size="sm" c="dimmed">
                      {t('import.facts.tasks', { count: taskCount })}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <NativeSelect
                      aria-label={t('import.address.memberFor', { name })}
                      data={choices}
                      value={people.find(person => person.externalId === externalId)?.userId ?? ''}
                      onChange={event => {
                        const userId = Number(event.currentTarget.value) || null
                        onChange(
                          people.map(one => (one.externalId === externalId ? { ...one, userId } : one)),
                        )
                      }}
                    />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Stack>
    </Card>
  )
}

interface MapColumnsProps {
  found: ImportReport['columns']
  columns: MappedColumn[]
  onChange: (columns: MappedColumn[]) => void
}

/** What each column is called here, and whether its tasks are completed. */
export function MapColumns({ found, columns, onChange }: MapColumnsProps) {
  const { t } = useTranslation()
  const change = (externalId: string, changes: Partial<MappedColumn>) =>
    onChange(columns.map(column => (column.externalId === externalId ? { ...column, ...changes } : column)))
  return (
    <Card component="section" aria-labelledby="map-columns">
      <Stack>
        <div>
          <Title order={2} size="h3" id="map-columns">
            {t('import.address.columns')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('import.address.columnsText')}
          </Text>
        </div>
        <Table.ScrollContainer minWidth={320} scrollAreaProps={SCROLL}>
          <Table>
            <Table.Tbody>
              {found.map(({ externalId, title, taskCount }) => {
                const column = columns.find(one => one.externalId === externalId)
                return (
                  <Table.Tr key={externalId}>
                    <Table.Td>
                      <TextInput
                        aria-label={t('import.address.titleFor', { title })}
                        value={column?.title ?? ''}
                        maxLength={100}
                        onChange={event => change(externalId, { title: event.currentTarget.value })}
                      />
                      <Text size="sm" c="dimmed">
                        {t('import.facts.tasks', { count: taskCount })}
                      </Text>
                    </Table.Td>
                    <Table.Td>
                      <Checkbox
                        label={t('import.address.isDone')}
                        checked={column?.isDone ?? false}
                        onChange={event => change(externalId, { isDone: event.currentTarget.checked })}
                      />
                    </Table.Td>
                  </Table.Tr>
                )
              })}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Stack>
    </Card>
  )
}
