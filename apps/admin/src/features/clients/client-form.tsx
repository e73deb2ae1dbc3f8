import {
  isOpenIdScope,
  isTasksScope,
  openIdScopes,
  tasksScopes,
} from '@atrium/identity/access-control/scopes.contract'
import type { ClientRecord, ClientWithSecret } from '@atrium/identity/oauth/clients/client.contract'
import type en from '@atrium/texts/en/admin/clients'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { IconChevronDown, IconChevronUp } from '@atrium/ui/icons'
import { Button, Collapse, Fieldset, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ownScopesQuery, resourcesQuery, useCreateClient, useUpdateClient } from './client.queries.ts'
import { ChoiceList, PresetChoice } from './client-choices.tsx'
import { grantKey, grants } from './client-grants.ts'
import {
  type ClientValues,
  presets,
  resourcesOf,
  settingsOf,
  valuesOf,
  valuesOfPreset,
} from './client-presets.ts'

interface ClientFormProps {
  client: ClientRecord | undefined
  onCreate: (client: ClientWithSecret) => void
  onClose: () => void
}

export function ClientForm({ client, onCreate, onClose }: ClientFormProps) {
  const { t } = useTranslation()
  const form = useClientForm(client, saved => {
    onClose()
    if (client) notifyOfSuccess(t('clients.changed'))
    else onCreate(saved as ClientWithSecret)
  })
  const { grantTypes, scope, preset } = form.values
  const isPublic = client?.isPublic ?? presets[preset].isPublic
  const signsUsersIn = grantTypes.includes('authorization_code')
  return (
    <DialogForm form={form} submitLabel={client ? undefined : t('clients.submit')} onCancel={onClose}>
      <TextInput
        {...form.field('name')}
        label={t('clients.fields.name')}
        description={t('clients.fields.nameText')}
        required
        maxLength={100}
        autoComplete="off"
        data-autofocus
      />
      {!client && (
        <PresetChoice {...form.field('preset')} onChange={chosen => form.change(valuesOfPreset(chosen))} />
      )}
      {signsUsersIn && <Addresses form={form} name="redirectUris" />}
      {signsUsersIn && isPublic && <Addresses form={form} name="webOrigins" />}
      <Scopes form={form} signsUsersIn={signsUsersIn} />
      {scope.some(isTasksScope) && <Resources form={form} />}
      {scope.includes('openid') && <SignOut form={form} />}
      <Advanced form={form} isNew={!client} isPublic={isPublic} />
    </DialogForm>
  )
}

type Form = ReturnType<typeof useClientForm>

function useClientForm(client: ClientRecord | undefined, onSuccess: (saved: ClientRecord) => void) {
  const { data: resources = [] } = useQuery(resourcesQuery)
  const creation = useCreateClient()
  const change = useUpdateClient()
  return useMutationForm<ClientValues, ClientValues, ClientRecord>({
    initialValues: valuesOf(client),
    mutation: {
      isPending: creation.isPending || change.isPending,
      mutate: (values, { onSuccess, onError }) => {
        const done = ({ item }: { item: ClientRecord }) => onSuccess?.(item)
        const settings = { ...settingsOf(values), resources: resourcesOf(values, resources) }
        if (client) change.mutate({ id: client.id, ...settings }, { onSuccess: done, onError })
        else {
          const { isPublic } = presets[values.preset]
          const subjectType = values.isPairwise ? 'pairwise' : 'public'
          creation.mutate({ ...settings, isPublic, subjectType }, { onSuccess: done, onError })
        }
      },
    },
    toInput: values => values,
    aliases: { isPublic: 'preset', subjectType: 'isPairwise', sectorIdentifier: 'isPairwise' },
    onSuccess,
  })
}

const examples = {
  redirectUris: 'https://example.org/callback',
  webOrigins: 'https://app.example.org',
  postLogoutRedirectUris: 'https://example.org/signed-out',
}

/** One per line. */
function Addresses({ form, name }: { form: Form; name: keyof typeof examples }) {
  const { t } = useTranslation()
  return (
    <Textarea
      {...form.field(name)}
      label={t(`clients.fields.${name}`)}
      description={t(`clients.fields.${name}Text`)}
      placeholder={examples[name]}
      spellCheck={false}
    />
  )
}

function Scopes({ form, signsUsersIn }: { form: Form; signsUsersIn: boolean }) {
  const { t } = useTranslation()
  const { data: ownScopes = [] } = useQuery(ownScopesQuery)
  const { data: resources = [] } = useQuery(resourcesQuery)
  const choiceOf = (value: string) => ({
    value,
    // A colon would name a namespace of texts.
    label: t(`clients.scopes.${value as keyof typeof en.scopes}`, {
      defaultValue: value,
      nsSeparator: false,
    }),
    text: value,
  })
  const hasSignIn = signsUsersIn || form.values.scope.some(isOpenIdScope)
  const groups = [
    ...(hasSignIn ? [{ label: t('clients.scopeGroups.signIn'), choices: openIdScopes.map(choiceOf) }] : []),
    { label: t('clients.scopeGroups.accounts'), choices: ownScopes.map(choiceOf) },
    ...(resources.length > 0
      ? [{ label: t('clients.scopeGroups.tasks'), choices: tasksScopes.map(choiceOf) }]
      : []),
  ]
  return (
    <ChoiceList
      {...form.field('scope')}
      label={t('clients.fields.scopes')}
      text={t('clients.fields.scopesText')}
      groups={groups}
    />
  )
}

function Resources({ form }: { form: Form }) {
  const { t } = useTranslation()
  const { data: known = [] } = useQuery(resourcesQuery)
  const choices = known.map(address => ({
    value: address,
    label: t(address.endsWith('/mcp') ? 'clients.resources.mcp' : 'clients.resources.tasks'),
    text: address,
  }))
  return (
    <ChoiceList
      {...form.field('resources')}
      value={resourcesOf(form.values, known)}
      label={t('clients.fields.resources')}
      text={t('clients.fields.resourcesText')}
      groups={[{ choices }]}
    />
  )
}

function SignOut({ form }: { form: Form }) {
  const { t } = useTranslation()
  return (
    <Fieldset legend={t('clients.fields.signOut')}>
      <Stack>
        <Addresses form={form} name="postLogoutRedirectUris" />
        <TextInput
          {...form.field('backchannelLogoutUri')}
          label={t('clients.fields.backchannelLogoutUri')}
          description={t('clients.fields.backchannelLogoutUriText')}
          placeholder="https://example.org/backchannel-logout"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
        />
      </Stack>
    </Fieldset>
  )
}

function Advanced({ form, isNew, isPublic }: { form: Form; isNew: boolean; isPublic: boolean }) {
  const { t } = useTranslation()
  const [isOpen, { toggle }] = useDisclosure(false)
  const hasError = Boolean(form.field('grantTypes').error)
  const isShown = isOpen || hasError
  const Chevron = isShown ? IconChevronUp : IconChevronDown
  const choices = grants.map(value => ({
    value,
    label: t(`clients.grants.${grantKey(value)}`),
    text: t(`clients.grantTexts.${grantKey(value)}`),
  }))
  return (
    <div>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        rightSection={<Chevron size={16} />}
        aria-expanded={isShown}
        onClick={toggle}
      >
        {t('clients.fields.advanced')}
      </Button>
      <Collapse expanded={isShown}>
        <Stack mt="sm">
          <ChoiceList
            {...form.field('grantTypes')}
            label={t('clients.fields.grants')}
            groups={[{ choices }]}
          />
          {!isPublic && (
            <Switch
              {...form.toggle('requiresPkce')}
              label={t('clients.fields.requiresPkce')}
              description={t('clients.fields.requiresPkceText')}
            />
          )}
          {isNew && form.values.scope.includes('openid') && (
            <Switch
              {...form.toggle('isPairwise')}
              label={t('clients.fields.pairwise')}
              description={t('clients.fields.pairwiseText')}
            />
          )}
        </Stack>
      </Collapse>
    </div>
  )
}
