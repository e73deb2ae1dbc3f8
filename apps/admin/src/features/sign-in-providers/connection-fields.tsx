import type en from '@atrium/texts/en/admin/sign-in-providers'
import type { useMutationForm } from '@atrium/ui/forms/form'
import { PasswordField } from '@atrium/ui/forms/password-field'
import { IconChevronDown, IconChevronUp } from '@atrium/ui/icons'
import { Button, Collapse, NumberInput, SimpleGrid, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConnectionValues } from './provider-values.ts'

type InputProps = Omit<
  ReturnType<ReturnType<typeof useMutationForm<ConnectionValues, never, unknown>>['field']>,
  'name'
>

/** The form that adds a provider, which has more fields, or the one that edits its connection. */
type Form = Record<'field' | 'toggle', (name: keyof ConnectionValues) => InputProps & { name: string }>

interface FieldsProps {
  form: Form
  /** Whether a secret is stored already, which then need not be typed again. */
  hasSecret: boolean
}

/** An identifier, an address or an attribute: nothing that a browser should correct or complete. */
const exact = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const

type TextName = keyof typeof en.fields

interface ExactFieldProps {
  form: Form
  name: keyof ConnectionValues & TextName
  text?: Exclude<TextName, 'createUsersText' | 'createUsersOptions'>
  required?: boolean
  placeholder?: string
}

function ExactField({ form, name, text, ...props }: ExactFieldProps) {
  const { t } = useTranslation()
  return (
    <TextInput
      {...form.field(name)}
      {...exact}
      {...props}
      label={t(`signInProviders.fields.${name}`)}
      description={text && t(`signInProviders.fields.${text}`)}
    />
  )
}

interface OAuthFieldsProps extends FieldsProps {
  /** Asks for the issuer, or for the parts that it is made of. */
  issuer: ReactNode
}

export function OAuthFields({ form, hasSecret, issuer }: OAuthFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      {issuer}
      <ExactField form={form} name="clientId" required />
      <PasswordField
        {...form.field('clientSecret')}
        label={t('signInProviders.fields.clientSecret')}
        description={hasSecret && t('signInProviders.fields.secretKept')}
        required={!hasSecret}
        autoComplete="off"
      />
    </>
  )
}

export function DirectoryFields({ form, hasSecret }: FieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <Textarea
        {...form.field('urls')}
        {...exact}
        label={t('signInProviders.fields.urls')}
        description={t('signInProviders.fields.urlsText')}
        placeholder="ldaps://directory.example.org"
        minRows={1}
        required
      />
      <ExactField
        form={form}
        name="bindDn"
        text="bindDnText"
        placeholder="cn=atrium,ou=services,dc=example,dc=org"
      />
      <PasswordField
        {...form.field('bindPassword')}
        label={t('signInProviders.fields.bindPassword')}
        description={hasSecret && t('signInProviders.fields.secretKept')}
        required={false}
        autoComplete="off"
      />
      <ExactField
        form={form}
        name="baseDn"
        text="baseDnText"
        placeholder="ou=people,dc=example,dc=org"
        required
      />
      <ExactField
        form={form}
        name="groupBaseDn"
        text="groupBaseDnText"
        placeholder="ou=groups,dc=example,dc=org"
      />
    </>
  )
}

/** What the presets are right about in most directories. */
export function MoreDirectoryFields({ form }: Pick<FieldsProps, 'form'>) {
  const { t } = useTranslation()
  return (
    <MoreFields>
      <ExactField form={form} name="userFilter" text="userFilterText" required />
      <ExactField form={form} name="groupFilter" text="groupFilterText" required />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <ExactField form={form} name="idAttribute" text="idAttributeText" required />
        <ExactField form={form} name="emailAttribute" required />
        <ExactField form={form} name="firstNameAttribute" required />
        <ExactField form={form} name="lastNameAttribute" required />
      </SimpleGrid>
      <NumberInput
        {...form.field('syncMinutes')}
        label={t('signInProviders.fields.syncMinutes')}
        description={t('signInProviders.fields.syncMinutesText')}
        min={1}
        max={1440}
        allowDecimal={false}
        required
      />
      <Textarea
        {...form.field('certificateAuthority')}
        {...exact}
        label={t('signInProviders.fields.certificateAuthority')}
        description={t('signInProviders.fields.certificateAuthorityText')}
        placeholder="-----BEGIN CERTIFICATE-----"
        maxRows={8}
      />
      <Switch
        {...form.toggle('allowsPlainText')}
        label={t('signInProviders.fields.allowsPlainText')}
        description={t('signInProviders.fields.allowsPlainTextText')}
      />
    </MoreFields>
  )
}

export function ScopesField({ form }: Pick<FieldsProps, 'form'>) {
  return (
    <MoreFields>
      <ExactField form={form} name="scopes" text="scopesText" />
    </MoreFields>
  )
}

function MoreFields({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const [isOpen, { toggle }] = useDisclosure(false)
  const Chevron = isOpen ? IconChevronUp : IconChevronDown
  return (
    <div>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        rightSection={<Chevron size={16} />}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        {t('signInProviders.sections.advanced')}
      </Button>
      <Collapse expanded={isOpen}>
        <Stack mt="sm">{children}</Stack>
      </Collapse>
    </div>
  )
}
