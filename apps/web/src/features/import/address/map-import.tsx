import type {
  ImportReport,
  MappedColumns,
  MappedPeople,
} from '@atrium/tasks/imports/jobs/import-job.contract'
import { fullName } from '@atrium/ui/format'
import { Card, Checkbox, NativeSelect, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { membersQuery } from '../../../data/projects.ts'

export type MappedPerson = MappedPeople[number]
export type MappedColumn = MappedColumns[number]

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
        {found.map(({ externalId, name, taskCount }) => (
          <SimpleGrid
            key={externalId}
            cols={{ base: 1, xs: 2 }}
            verticalSpacing={4}
            style={{ alignItems: 'center' }}
          >
            <div>
              {name}
              <Text size="sm" c="dimmed">
                {t('import.facts.tasks', { count: taskCount })}
              </Text>
            </div>
            <div>
              <NativeSelect
                aria-label={t('import.address.memberFor', { name })}
                data={choices}
                value={people.find(person => person.externalId === externalId)?.userId ?? ''}
                onChange={event => {
                  const userId = Number(event.currentTarget.value) || null
                  onChange(people.map(one => (one.externalId === externalId ? { ...one, userId } : one)))
                }}
              />
            </div>
          </SimpleGrid>
        ))}
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
        {found.map(({ externalId, title, taskCount }) => {
          const column = columns.find(one => one.externalId === externalId)
          return (
            <SimpleGrid
              key={externalId}
              cols={{ base: 1, xs: 2 }}
              verticalSpacing={4}
              style={{ alignItems: 'center' }}
            >
              <div>
                <TextInput
                  aria-label={t('import.address.titleFor', { title })}
                  value={column?.title ?? ''}
                  maxLength={100}
                  onChange={event => change(externalId, { title: event.currentTarget.value })}
                />
                <Text size="sm" c="dimmed">
                  {t('import.facts.tasks', { count: taskCount })}
                </Text>
              </div>
              <div>
                <Checkbox
                  label={t('import.address.isDone')}
                  checked={column?.isDone ?? false}
                  onChange={event => change(externalId, { isDone: event.currentTarget.checked })}
                />
              </div>
            </SimpleGrid>
          )
        })}
      </Stack>
    </Card>
  )
}
