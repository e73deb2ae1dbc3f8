import type { ClientRecord } from '@atrium/identity/oauth/client.contract'
import { Switch, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type en from '../../locales/en/clients.ts'
import { ChoiceList } from './choice-list.tsx'
import { grants, grantsOf } from './grant-words.ts'
import { KindChoice } from './kind-choice.tsx'

interface ClientFieldsProps {
  client: ClientRecord | undefined
  /** Those that may be given. */
  scopes: string[]
  errors: Partial<Record<'name' | 'grantTypes' | 'scope' | 'redirectUris', string>>
}

export function ClientFields({ client, scopes, errors }: ClientFieldsProps) {
  const { t } = useTranslation()
  const grantChoices = grants.map(value => ({
    value,
    label: t(`clients.grants.${value}`),
    text: t(`clients.grantTexts.${value}`),
  }))
  const scopeChoices = scopes.map(value => ({
    value,
    label: t(`clients.scopes.${value as keyof typeof en.scopes}`, { defaultValue: value }),
    text: value,
  }))
  return (
    <>
      <TextInput
        name="name"
        label={t('clients.fields.name')}
        description={t('clients.fields.nameText')}
        defaultValue={client?.name}
        error={errors.name}
        required
        maxLength={100}
        autoComplete="off"
        data-autofocus
      />
      {!client && <KindChoice />}
      <ChoiceList
        name="grantTypes"
        label={t('clients.fields.grants')}
        error={errors.grantTypes}
        choices={grantChoices}
        chosen={client ? grantsOf(client) : ['authorization_code', 'refresh_token']}
      />
      <Textarea
        name="redirectUris"
        label={t('clients.fields.redirectUris')}
        description={t('clients.fields.redirectUrisText')}
        placeholder="https://example.org/callback"
        defaultValue={client?.redirectUris.join('\n')}
        error={errors.redirectUris}
        autosize
        minRows={2}
        spellCheck={false}
      />
      <ChoiceList
        name="scope"
        label={t('clients.fields.scopes')}
        text={t('clients.fields.scopesText')}
        error={errors.scope}
        choices={scopeChoices}
        chosen={client?.scope.split(' ') ?? ['user:read']}
      />
      <Switch
        name="requiresPkce"
        label={t('clients.fields.requiresPkce')}
        description={t('clients.fields.requiresPkceText')}
        defaultChecked={client?.requiresPkce ?? true}
      />
    </>
  )
}
