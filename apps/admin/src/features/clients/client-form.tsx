import { isTasksScope, tasksScopes } from '@atrium/identity/access-control/scopes.contract'
import type { ClientRecord, ClientWithSecret } from '@atrium/identity/oauth/clients/client.contract'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { Checkbox, Fieldset, Input, Radio, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type en from '../../locales/en/clients.ts'
import { ownScopesQuery, resourcesQuery, useCreateClient, useUpdateClient } from './client.queries.ts'
import { grants, grantsOf } from './client-grants.ts'

interface ClientFormProps {
  client: ClientRecord | undefined
  onCreate: (client: ClientWithSecret) => void
  onClose: () => void
}

export function ClientForm({ client, onCreate, onClose }: ClientFormProps) {
  const { t } = useTranslation()
  const { data: ownScopes = [] } = useQuery(ownScopesQuery)
  const { data: resources = [] } = useQuery(resourcesQuery)
  const scopes = resources.length > 0 ? [...ownScopes, ...tasksScopes] : ownScopes
  const creation = useCreateClient()
  const change = useUpdateClient()
  const form = useMutationForm<ClientValues, ClientValues, ClientRecord>({
    initialValues: valuesOf(client),
    mutation: {
      isPending: creation.isPending || change.isPending,
      mutate: (values, { onSuccess, onError }) => {
        const done = ({ item }: { item: ClientRecord }) => onSuccess?.(item)
        const settings = settingsOf(values, resources)
        if (client) change.mutate({ id: client.id, ...settings }, { onSuccess: done, onError })
        else
          creation.mutate({ ...settings, isPublic: values.kind === 'public' }, { onSuccess: done, onError })
      },
    },
    toInput: values => values,
    onSuccess: saved => {
      onClose()
      notifyOfSuccess(client ? t('clients.changed') : t('clients.created', { name: saved.name }))
      if ('clientSecret' in saved) onCreate(saved as ClientWithSecret)
    },
  })
  const grantChoices = grants.map(value => ({
    value,
    label: t(`clients.grants.${value}`),
    text: t(`clients.grantTexts.${value}`),
  }))
  const scopeChoices = scopes.map(value => ({
    value,
    // A colon would name a namespace of texts.
    label: t(`clients.scopes.${value as keyof typeof en.scopes}`, {
      defaultValue: value,
      nsSeparator: false,
    }),
    text: value,
  }))
  return (
    <DialogForm form={form} onCancel={onClose}>
      <TextInput
        {...form.field('name')}
        label={t('clients.fields.name')}
        description={t('clients.fields.nameText')}
        required
        maxLength={100}
        autoComplete="off"
        data-autofocus
      />
      {!client && <KindChoice {...form.field('kind')} />}
      <ChoiceList {...form.field('grantTypes')} label={t('clients.fields.grants')} choices={grantChoices} />
      <Textarea
        {...form.field('redirectUris')}
        label={t('clients.fields.redirectUris')}
        description={t('clients.fields.redirectUrisText')}
        placeholder="https://example.org/callback"
        autosize
        minRows={2}
        spellCheck={false}
      />
      <ChoiceList
        {...form.field('scope')}
        label={t('clients.fields.scopes')}
        text={t('clients.fields.scopesText')}
        choices={scopeChoices}
      />
      <Switch
        {...form.toggle('requiresPkce')}
        label={t('clients.fields.requiresPkce')}
        description={t('clients.fields.requiresPkceText')}
      />
    </DialogForm>
  )
}

type ClientValues = ReturnType<typeof valuesOf>

function valuesOf(client: ClientRecord | undefined) {
  return {
    name: client?.name ?? '',
    kind: 'confidential',
    grantTypes: client ? grantsOf(client) : ['authorization_code', 'refresh_token'],
    redirectUris: client?.redirectUris.join('\n') ?? '',
    scope: client?.scope.split(' ') ?? ['user:read'],
    requiresPkce: client?.requiresPkce ?? true,
  }
}

/** A client with scopes of the task service can request tokens for it. */
function settingsOf(
  { name, grantTypes, scope, redirectUris, requiresPkce }: ClientValues,
  resources: string[],
) {
  return {
    name,
    grantTypes: grantTypes.join(' '),
    scope: scope.join(' '),
    resources: scope.some(isTasksScope) ? resources : [],
    redirectUris: redirectUris.split(/\s+/).filter(Boolean),
    requiresPkce,
  }
}

interface KindChoiceProps {
  name: string
  value?: string
  onChange: (kind: string) => void
}

/** Only at creation: the kind of a client never changes. */
function KindChoice({ name, value, onChange }: KindChoiceProps) {
  const { t } = useTranslation()
  return (
    <Radio.Group name={name} label={t('clients.fields.kind')} value={value} onChange={onChange}>
      <Stack gap="xs" mt={4}>
        {(['confidential', 'public'] as const).map(kind => (
          <Radio
            key={kind}
            value={kind}
            label={t(`clients.fields.${kind}`)}
            description={t(`clients.fields.${kind}Text`)}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}

interface ChoiceListProps {
  name: string
  label: string
  text?: string
  error?: string
  choices: { value: string; label: string; text: string }[]
  value?: string[]
  onChange: (chosen: string[]) => void
}

function ChoiceList({ name, label, text, error, choices, value = [], onChange }: ChoiceListProps) {
  const toggle = (choice: string) =>
    onChange(value.includes(choice) ? value.filter(other => other !== choice) : [...value, choice])
  return (
    <Fieldset legend={label} data-path={name}>
      {text && <Input.Description mb="sm">{text}</Input.Description>}
      <Stack gap="sm">
        {choices.map(choice => (
          <Checkbox
            key={choice.value}
            name={name}
            value={choice.value}
            label={choice.label}
            description={choice.text}
            checked={value.includes(choice.value)}
            onChange={() => toggle(choice.value)}
          />
        ))}
      </Stack>
      {error && (
        <Input.Error role="alert" mt="sm">
          {error}
        </Input.Error>
      )}
    </Fieldset>
  )
}
