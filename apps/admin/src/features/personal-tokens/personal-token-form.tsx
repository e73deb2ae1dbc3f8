import { type TasksScope, tasksScopes } from '@atrium/identity/access-control/scopes.contract'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { Checkbox, Input, MultiSelect, Select, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { OwnConfirmation } from '../../data/own-confirmation.tsx'
import { tokenProjectsQuery, useCreatePersonalToken } from './personal-token.queries.ts'

const daysOf = { month: 30, quarter: 90, year: 366, never: undefined }
type Lifetime = keyof typeof daysOf
const lifetimes = Object.keys(daysOf) as Lifetime[]

interface PersonalTokenFormProps {
  userId: number
  onCreate: (created: { name: string; token: string }) => void
  onClose: () => void
}

export function PersonalTokenForm({ userId, onCreate, onClose }: PersonalTokenFormProps) {
  const { t } = useTranslation()
  const { data: projects = [], error: projectsError } = useQuery(tokenProjectsQuery(userId))
  const form = useMutationForm({
    mutation: useCreatePersonalToken(userId),
    initialValues: {
      name: '',
      scopes: ['tasks:read'] as TasksScope[],
      projectIds: [] as string[],
      expiresInDays: 'quarter' as Lifetime,
      currentPassword: '',
    },
    toInput: ({ name, scopes, projectIds, expiresInDays, currentPassword }) => ({
      name,
      scopes,
      currentPassword,
      ...(projectIds.length > 0 && { projectIds: projectIds.map(Number) }),
      expiresInDays: daysOf[expiresInDays],
    }),
    explain: { too_many_personal_tokens: t('personalTokens.create.tooMany') },
    onSuccess: ({ item }) => onCreate(item),
  })
  const { scopes } = form.values
  const toggle = (scope: TasksScope) =>
    form.change({ scopes: tasksScopes.filter(each => scopes.includes(each) !== (each === scope)) })
  return (
    <DialogForm
      form={form}
      submitLabel={t('personalTokens.create.submit')}
      isIncomplete={scopes.length === 0}
      onCancel={onClose}
    >
      <TextInput
        {...form.field('name')}
        label={t('personalTokens.create.name')}
        description={t('personalTokens.create.nameText')}
        required
        maxLength={100}
        autoComplete="off"
        data-autofocus
      />
      <Checkbox.Group label={t('personalTokens.create.scopes')} value={scopes}>
        <Stack gap="xs" mt={4}>
          {tasksScopes.map(scope => (
            <Checkbox
              key={scope}
              value={scope}
              label={t(`personalTokens.scopes.${scope.replace('tasks:', '') as 'read'}`)}
              onChange={() => toggle(scope)}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <MultiSelect
        {...form.field('projectIds')}
        label={t('personalTokens.create.projects')}
        description={t('personalTokens.create.projectsText')}
        placeholder={form.values.projectIds.length > 0 ? undefined : t('personalTokens.allProjects')}
        data={projects.map(({ id, name }) => ({ value: String(id), label: name }))}
        disabled={projectsError !== null}
        searchable
        clearable
        nothingFoundMessage={t('personalTokens.create.noProjects')}
      />
      {projectsError && (
        <Input.Error role="alert">{t('personalTokens.create.projectsUnavailable')}</Input.Error>
      )}
      <Select
        {...form.field('expiresInDays')}
        label={t('personalTokens.create.expiry')}
        data={lifetimes.map(value => ({ value, label: t(`personalTokens.create.lifetimes.${value}`) }))}
        allowDeselect={false}
      />
      <OwnConfirmation {...form.field('currentPassword')} />
    </DialogForm>
  )
}
