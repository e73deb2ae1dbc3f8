import type { ProjectExplanation } from '@atrium/tasks/projects/explanation/explanation.contract'
import { explainProjectAccess } from '@atrium/tasks/projects/explanation/explanation.contract'
import { taskKey } from '@atrium/tasks/projects/project-key.contract'
import type { Right } from '@atrium/tasks/projects/rights.contract'
import { EmptyState, ErrorState, RowsSkeleton } from '@atrium/ui/feedback/states'
import { fullName } from '@atrium/ui/format'
import { SearchedSelect } from '@atrium/ui/forms/searched-select'
import { IconCheck, IconShieldQuestion, IconX } from '@atrium/ui/icons'
import { Card, Group, Select, SimpleGrid, Stack, Text, TextInput, ThemeIcon } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { itemsQuery } from '../../api.ts'
import { type UserFilters, usersQuery } from './user.queries.ts'

/** What can be asked, by what it is about. Rights that follow from another one in the list are left out. */
const actions = {
  tasks: {
    read: 'project.read',
    edit: 'task.write',
    comment: 'comment.write',
    attach: 'attachment.write',
    trackTime: 'time.write',
    moveOut: 'task.move_out',
    restore: 'task.restore.any',
    erase: 'task.hard_delete',
  },
  projects: {
    boards: 'board.write',
    shareBoards: 'board.share',
    members: 'member.write',
    fields: 'field.write',
    cycles: 'cycle.write',
    labels: 'sticker.write',
    automations: 'automation.write',
    webhooks: 'webhook.write',
    forms: 'form.write',
    import: 'task.import',
    export: 'project.export',
    settings: 'project.write',
  },
} as const satisfies Record<string, Record<string, Right>>

type Action = { [Group in keyof typeof actions]: keyof (typeof actions)[Group] }[keyof typeof actions]

function rightOf(action: Action) {
  return { ...actions.tasks, ...actions.projects }[action]
}

interface Person {
  id: number
  name: string
}

/** "May Nina edit WR-12?" */
export function AccessTab() {
  const { t } = useTranslation()
  const [person, setPerson] = useState<Person>()
  const [action, setAction] = useState<Action>('edit')
  const [text, setText] = useState('')
  const [about] = useDebouncedValue(text.trim(), 250)
  const groups = Object.entries(actions).map(([subject, rights]) => ({
    group: t(`administration.access.subjects.${subject as keyof typeof actions}`),
    items: Object.keys(rights).map(name => ({
      value: name,
      label: t(`administration.access.actions.${name as Action}`),
    })),
  }))
  return (
    <Stack gap="md">
      <Text c="dimmed">{t('administration.access.lead')}</Text>
      <Card shadow="xs">
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          <PersonSelect person={person} onChange={setPerson} />
          <Select
            label={t('administration.access.action')}
            data={groups}
            value={action}
            onChange={value => value && setAction(value as Action)}
            searchable
            allowDeselect={false}
            nothingFoundMessage={t('administration.access.noAction')}
            maxDropdownHeight={360}
          />
          <TextInput
            label={t('administration.access.about')}
            placeholder={t('administration.access.aboutText')}
            value={text}
            onChange={event => setText(event.currentTarget.value)}
            maxLength={200}
          />
        </SimpleGrid>
      </Card>
      {person && about ? (
        <Answers person={person} action={action} about={about} />
      ) : (
        <EmptyState
          icon={IconShieldQuestion}
          title={t('administration.access.emptyTitle')}
          text={t('administration.access.emptyText')}
        />
      )}
    </Stack>
  )
}

interface PersonSelectProps {
  person: Person | undefined
  onChange: (person: Person | undefined) => void
}

/** There can be any number of users, so the server searches them. */
function PersonSelect({ person, onChange }: PersonSelectProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const wanted = text === person?.name ? '' : text.trim()
  const [search] = useDebouncedValue(wanted, 250)
  const filters: UserFilters = search ? { search } : {}
  const { data: users, isPending, isPlaceholderData } = useQuery(usersQuery(filters))
  const found = (users?.items ?? []).map(user => ({ id: user.id, name: fullName(user) }))
  const offered = person && !found.some(({ id }) => id === person.id) ? [person, ...found] : found
  return (
    <SearchedSelect
      label={t('administration.users.person')}
      placeholder={t('administration.users.search')}
      data={offered.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={person ? String(person.id) : null}
      onChange={value => onChange(offered.find(({ id }) => String(id) === value))}
      onSearchChange={setText}
      isSearching={search !== wanted || isPending || isPlaceholderData}
      nothingFoundMessage={t('administration.users.emptyTitle')}
      maxDropdownHeight={320}
    />
  )
}

interface Question {
  person: Person
  action: Action
  about: string
}

function Answers({ person, action, about }: Question) {
  const { t } = useTranslation()
  const query = { userId: person.id, right: rightOf(action), about }
  const { data, error, isFetching, refetch } = useQuery({
    ...itemsQuery(['access', query], explainProjectAccess, { query }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  if (!data && error) return <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />
  if (!data) return <RowsSkeleton />
  if (data.length === 0)
    return (
      <EmptyState
        icon={IconShieldQuestion}
        title={t('administration.access.unknownTitle')}
        text={t('administration.access.unknownText')}
      />
    )
  return (
    <Stack role="status">
      {data.map(explanation => (
        <Answer
          key={`${explanation.project.id} ${explanation.task?.id}`}
          explanation={explanation}
          person={person}
          action={action}
        />
      ))}
    </Stack>
  )
}

interface AnswerProps extends Pick<Question, 'person' | 'action'> {
  explanation: ProjectExplanation
}

function Answer({ explanation, person, action }: AnswerProps) {
  const { t } = useTranslation()
  const { project, task, isAllowed, finding, requiredRole, role, groups, permissions } = explanation
  const Icon = isAllowed ? IconCheck : IconX
  const list = (names: string[]) => names.join(', ')
  const permissionNames = permissions.map(name => t(`administration.permissions.names.${nameKey(name)}`))
  return (
    <Card shadow="xs">
      <Group gap="md" wrap="nowrap" align="flex-start">
        <ThemeIcon size={40} radius="xl" variant="light" color={isAllowed ? 'teal' : 'red'}>
          <Icon size={22} stroke={2} aria-hidden="true" />
        </ThemeIcon>
        <Stack gap={4} miw={0} style={{ overflowWrap: 'anywhere' }}>
          <Text fw={600} fz="lg">
            {t(`administration.access.verdicts.${isAllowed ? 'yes' : 'no'}`, { name: person.name })}
          </Text>
          <Text>
            {t(`administration.access.actions.${action}`)}
            {': '}
            {task ? `${taskKey(task.number, project.key)} ${task.title}` : project.name}
          </Text>
          <Text c="dimmed">
            {t(`administration.access.findings.${finding}`, {
              project: project.name,
              role: role ? t(`projects.roles.${role}`) : '',
              requiredRole: t(`projects.roles.${requiredRole}`),
              permissions: list(permissionNames),
            })}
            {role && groups.length > 0 && ` ${t('administration.access.groups', { groups: list(groups) })}`}
          </Text>
        </Stack>
      </Group>
    </Card>
  )
}

function nameKey(permission: string) {
  return permission.replaceAll('.', '-') as
    | 'projects-read-any'
    | 'projects-manage-any'
    | 'tasks-hard_delete-any'
}
