import type { SignInProvider } from '@atrium/identity/sign-in/providers/provider.contract'
import { Select, Switch, TagsInput, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CopiedField } from '../../data/copied-field.tsx'
import { DirectoryFields, MoreDirectoryFields, OAuthFields, ScopesField } from './connection-fields.tsx'
import { connectionOf, valuesOf } from './provider-values.ts'
import { SectionForm, useProviderForm } from './section-form.tsx'

interface SectionProps {
  provider: SignInProvider
}

export function ConnectionSection({ provider }: SectionProps) {
  const { t } = useTranslation()
  const { kind, hasSecret, callbackUrl } = provider
  const form = useProviderForm(provider, {
    initialValues: valuesOf(provider),
    toInput: values => connectionOf(kind, values),
    afterwards: { clientSecret: '', bindPassword: '' },
    aliases: { nameAttributes: 'firstNameAttribute' },
  })
  return (
    <SectionForm
      title={t('signInProviders.sections.connection')}
      text={t('signInProviders.sections.connectionText')}
      form={form}
    >
      {callbackUrl && <CopiedField label={t('signInProviders.fields.callbackUrl')} value={callbackUrl} />}
      <TextInput
        {...form.field('name')}
        label={t('signInProviders.fields.name')}
        description={t(`signInProviders.fields.${kind === 'ldap' ? 'nameOfDirectory' : 'nameText'}`)}
        required
        maxLength={60}
        autoComplete="off"
      />
      {kind === 'ldap' ? (
        <>
          <DirectoryFields form={form} hasSecret={hasSecret} />
          <MoreDirectoryFields form={form} />
        </>
      ) : (
        <>
          <OAuthFields
            form={form}
            hasSecret={hasSecret}
            issuer={
              <TextInput
                {...form.field('issuer')}
                label={t('signInProviders.fields.issuer')}
                description={t('signInProviders.fields.issuerText')}
                required
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
              />
            }
          />
          <TextInput
            {...form.field('icon')}
            label={t('signInProviders.fields.icon')}
            description={t('signInProviders.fields.iconText')}
            maxLength={40}
            autoComplete="off"
          />
          <ScopesField form={form} />
        </>
      )}
    </SectionForm>
  )
}

const answers = ['always', 'invited', 'never'] as const

export function PeopleSection({ provider }: SectionProps) {
  const { t } = useTranslation()
  const { kind } = provider
  const isEntra = provider.issuer?.startsWith('https://login.microsoftonline.com/')
  const form = useProviderForm(provider, {
    initialValues: {
      createUsers: provider.createUsers,
      allowedDomains: provider.allowedDomains,
      requiredGroup: provider.requiredGroup ?? '',
      trustsEmail: provider.trustsEmail,
      trustsSecondFactor: provider.trustsSecondFactor ?? false,
    },
    toInput: ({ requiredGroup, trustsSecondFactor, ...values }) => ({
      ...values,
      requiredGroup: requiredGroup.trim() || null,
      ...(kind === 'oidc' && { trustsSecondFactor }),
    }),
  })
  return (
    <SectionForm
      title={t('signInProviders.sections.people')}
      text={t('signInProviders.sections.peopleText')}
      form={form}
    >
      <Select
        {...form.field('createUsers')}
        label={t('signInProviders.fields.createUsers')}
        description={t(`signInProviders.fields.createUsersText.${form.values.createUsers}`)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={answers.map(value => ({
          value,
          label: t(`signInProviders.fields.createUsersOptions.${value}`),
        }))}
        allowDeselect={false}
      />
      <TagsInput
        {...form.field('allowedDomains')}
        label={t('signInProviders.fields.allowedDomains')}
        description={t('signInProviders.fields.allowedDomainsText')}
        splitChars={[',', ' ']}
        acceptValueOnBlur
      />
      <TextInput
        {...form.field('requiredGroup')}
        label={t('signInProviders.fields.requiredGroup')}
        description={t(`signInProviders.fields.${kind === 'ldap' ? 'requiredGroupDn' : 'requiredGroupText'}`)}
        autoComplete="off"
        spellCheck={false}
      />
      <Switch
        {...form.toggle('trustsEmail')}
        label={t('signInProviders.fields.trustsEmail')}
        description={t(`signInProviders.fields.${isEntra ? 'trustsEmailWarning' : 'trustsEmailText'}`)}
      />
      {kind === 'oidc' && (
        <Switch
          {...form.toggle('trustsSecondFactor')}
          label={t('signInProviders.fields.trustsSecondFactor')}
          description={t('signInProviders.fields.trustsSecondFactorText')}
        />
      )}
    </SectionForm>
  )
}

/** Directories have no page of their own: their people use the form of the sign-in page. */
export function SignInPageSection({ provider }: SectionProps) {
  const { t } = useTranslation()
  const isOidc = provider.kind === 'oidc'
  const form = useProviderForm(provider, {
    initialValues: { isDefault: provider.isDefault, endsSession: provider.endsSession ?? false },
    toInput: ({ isDefault, endsSession }) => ({ isDefault, ...(isOidc && { endsSession }) }),
  })
  return (
    <SectionForm
      title={t('signInProviders.sections.page')}
      text={t('signInProviders.sections.pageText')}
      form={form}
    >
      <Switch
        {...form.toggle('isDefault')}
        label={t('signInProviders.fields.isDefault')}
        description={t('signInProviders.fields.isDefaultText')}
      />
      {isOidc && (
        <Switch
          {...form.toggle('endsSession')}
          label={t('signInProviders.fields.endsSession')}
          description={t('signInProviders.fields.endsSessionText')}
        />
      )}
    </SectionForm>
  )
}
