import type { CustomField, FieldValue } from '@atrium/tasks/fields/field.contract'
import { LoadingSkeleton } from '@atrium/ui/feedback/states'
import { fullName } from '@atrium/ui/format'
import { IconExternalLink } from '@atrium/ui/icons'
import { PersonAvatar } from '@atrium/ui/person-avatar'
import {
  ActionIcon,
  Checkbox,
  ColorSwatch,
  Group,
  Input,
  MultiSelect,
  NumberInput,
  Select,
  Text,
  TextInput,
} from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { membersQuery } from '../data/projects/projects.ts'
import { isSafeLink } from '../safe-addresses.ts'
import { useDraft } from './use-draft.ts'

const DayInput = lazy(() => import('./day-input.tsx'))

export interface FieldInputProps {
  field: CustomField
  /** Instead of the name of the field. */
  label?: string
  value: FieldValue | null
  /** Whether what is typed is reported at once; otherwise when the input is left. */
  isForm?: boolean
  error?: string | undefined
  /** If it resolves to false, it was not saved, and the typed text stays. */
  onChange: (value: FieldValue | null) => unknown
}

/** The input for a value of a custom field. */
export function FieldInput(props: FieldInputProps) {
  switch (props.field.type) {
    case 'text':
    case 'url':
      return <LineInput {...props} />
    case 'number':
      return <NumericInput {...props} />
    case 'date':
      return <DateInput {...props} />
    case 'checkbox':
      return <CheckboxInput {...props} />
    case 'select':
      return <OptionInput {...props} />
    case 'multi_select':
      return <OptionsInput {...props} />
    case 'person':
      return <PersonInput {...props} />
  }
}

function LineInput({ field, label = field.name, value, isForm, error, onChange }: FieldInputProps) {
  const { t } = useTranslation()
  const isUrl = field.type === 'url'
  const draft = useDraft({
    stored: value === null ? '' : String(value),
    isForm,
    onCommit: text => onChange(text.trim() || null),
  })
  return (
    <TextInput
      {...draft.props}
      label={label}
      placeholder={isUrl ? 'https://' : t('fields.empty')}
      type={isUrl ? 'url' : 'text'}
      maxLength={isUrl ? 2000 : 1000}
      required={field.isRequired}
      error={error}
      autoComplete="off"
      rightSection={
        isUrl && isSafeLink(String(value)) && !isForm ? (
          <ActionIcon
            component="a"
            href={String(value)}
            target="_blank"
            rel="noopener noreferrer"
            variant="subtle"
            color="gray"
            aria-label={t('fields.openLink', { name: field.name })}
          >
            <IconExternalLink size={16} stroke={1.75} />
          </ActionIcon>
        ) : undefined
      }
    />
  )
}

function NumericInput({ field, label = field.name, value, isForm, error, onChange }: FieldInputProps) {
  const { t, i18n } = useTranslation()
  const draft = useDraft({
    stored: value === null ? '' : String(value),
    isForm,
    onCommit: text => onChange(text === '' ? null : Number(text)),
  })
  return (
    <NumberInput
      label={label}
      placeholder={t('fields.empty')}
      value={draft.props.value}
      onChange={number => draft.change(String(number))}
      onBlur={draft.props.onBlur}
      onKeyDown={draft.props.onKeyDown}
      decimalSeparator={decimalSeparatorIn(i18n.language)}
      allowedDecimalSeparators={['.', ',']}
      min={-1e15}
      max={1e15}
      hideControls
      required={field.isRequired}
      error={error}
      autoComplete="off"
    />
  )
}

function DateInput({ field, label = field.name, value, error, onChange }: FieldInputProps) {
  return (
    <Suspense fallback={<LoadingSkeleton h={60} />}>
      <DayInput
        label={label}
        value={value === null ? null : String(value)}
        isRequired={field.isRequired}
        error={error}
        onChange={day => void onChange(day)}
      />
    </Suspense>
  )
}

/** Its label is above it, as that of the other fields is. */
function CheckboxInput({ field, label = field.name, value, error, onChange }: FieldInputProps) {
  const { t } = useTranslation()
  return (
    <Input.Wrapper label={label} error={error} labelElement="div">
      <Group h={36}>
        <Checkbox
          checked={value === true}
          onChange={event => void onChange(event.currentTarget.checked)}
          label={value === true ? t('fields.yes') : t('fields.no')}
          aria-label={label}
        />
      </Group>
    </Input.Wrapper>
  )
}

function choicesOf({ options }: CustomField) {
  return options.map(({ id, name }) => ({ value: String(id), label: name }))
}

function OptionLabel({ field, id }: { field: CustomField; id: string }) {
  const option = field.options.find(one => String(one.id) === id)
  return (
    <Group gap="xs" wrap="nowrap">
      <ColorSwatch color={option?.color ?? ''} size={12} withShadow={false} aria-hidden="true" />
      <Text size="sm">{option?.name}</Text>
    </Group>
  )
}

function OptionInput({ field, label = field.name, value, error, onChange }: FieldInputProps) {
  const { t } = useTranslation()
  const chosen = field.options.find(({ id }) => id === value)
  return (
    <Select
      label={label}
      placeholder={t('fields.choose')}
      data={choicesOf(field)}
      value={value === null ? null : String(value)}
      onChange={id => void onChange(id ? Number(id) : null)}
      renderOption={({ option }) => <OptionLabel field={field} id={option.value} />}
      leftSection={
        chosen && <ColorSwatch color={chosen.color} size={12} withShadow={false} aria-hidden="true" />
      }
      nothingFoundMessage={t('fields.noOption')}
      searchable={field.options.length > 7}
      clearable={!field.isRequired}
      allowDeselect={!field.isRequired}
      clearButtonProps={{ 'aria-label': t('fields.clear', { name: label }) }}
      required={field.isRequired}
      error={error}
    />
  )
}

function OptionsInput({ field, label = field.name, value, error, onChange }: FieldInputProps) {
  const { t } = useTranslation()
  const ids = value === null ? [] : ([value].flat() as number[])
  return (
    <MultiSelect
      label={label}
      placeholder={ids.length === 0 ? t('fields.choose') : undefined}
      data={choicesOf(field)}
      value={ids.map(String)}
      onChange={chosen => void onChange(chosen.length > 0 ? chosen.map(Number) : null)}
      renderOption={({ option }) => <OptionLabel field={field} id={option.value} />}
      nothingFoundMessage={t('fields.noOption')}
      searchable={field.options.length > 7}
      required={field.isRequired}
      error={error}
    />
  )
}

function PersonInput({ field, label = field.name, value, error, onChange }: FieldInputProps) {
  const { t } = useTranslation()
  const { data: members = [] } = useQuery(membersQuery(field.projectId))
  const userOf = (id: string) => members.find(({ userId }) => String(userId) === id)?.user
  const chosen = value === null ? undefined : userOf(String(value))
  const isFormer = value !== null && !chosen && members.length > 0
  return (
    <Select
      label={label}
      placeholder={isFormer ? t('tasks.words.formerMember') : t('fields.choose')}
      data={members.map(({ userId, user }) => ({ value: String(userId), label: fullName(user) }))}
      value={chosen ? String(value) : null}
      onChange={id => void onChange(id ? Number(id) : null)}
      renderOption={({ option }) => {
        const user = userOf(option.value)
        return (
          <Group gap="xs" wrap="nowrap">
            {user && <PersonAvatar person={user} size={22} />}
            <Text size="sm" truncate>
              {option.label}
            </Text>
          </Group>
        )
      }}
      leftSection={chosen && <PersonAvatar person={chosen} size={22} />}
      nothingFoundMessage={t('tasks.fields.noMember')}
      searchable
      clearable={!field.isRequired}
      clearButtonProps={{ 'aria-label': t('fields.clear', { name: label }) }}
      required={field.isRequired}
      error={error}
    />
  )
}

function decimalSeparatorIn(language: string) {
  const parts = new Intl.NumberFormat(language).formatToParts(0.5)
  return parts.find(({ type }) => type === 'decimal')?.value ?? '.'
}
