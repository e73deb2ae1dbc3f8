import type { CustomField, FieldType, FieldValue } from '@atrium/tasks/fields/field.contract'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { Button, Group, Select, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldInput } from '../../custom-fields/field-input.tsx'
import { fieldTypes } from '../../custom-fields/field-words.ts'
import { ChangeType } from './change-type.tsx'
import { useSaveField } from './field.queries.ts'
import { type DraftOption, NewOptions, StoredOptions } from './field-options.tsx'
import { TypeLabel } from './type-label.tsx'

interface FieldFormProps {
  projectId: number
  field: CustomField | undefined
  onClose: () => void
}

interface Values {
  name: string
  type: FieldType
  isRequired: boolean
  showsOnCard: boolean
  defaultValue: FieldValue | null
  options: DraftOption[]
}

function isList(type: FieldType) {
  return type === 'select' || type === 'multi_select'
}

export function FieldForm({ projectId, field, onClose }: FieldFormProps) {
  const { t } = useTranslation()
  const [isChangingType, setIsChangingType] = useState(false)
  const form = useMutationForm({
    mutation: useSaveField(projectId, t('fields.nameTaken')),
    initialValues: {
      name: field?.name ?? '',
      type: field?.type ?? 'text',
      isRequired: field?.isRequired ?? false,
      showsOnCard: field?.showsOnCard ?? false,
      defaultValue: field?.defaultValue ?? null,
      options: [],
    } as Values,
    toInput: values => inputOf(field, values),
    onSuccess: () => {
      onClose()
      notifyOfSuccess(t(field ? 'fields.saved' : 'fields.created'))
    },
  })
  const { type, defaultValue } = form.values
  if (field && isChangingType) {
    return <ChangeType field={field} onClose={onClose} onCancel={() => setIsChangingType(false)} />
  }
  return (
    <DialogForm form={form} submitLabel={t(field ? 'actions.save' : 'actions.create')} onCancel={onClose}>
      <TextInput
        {...form.field('name')}
        label={t('fields.name')}
        required
        maxLength={50}
        autoComplete="off"
        data-autofocus
      />
      {field ? (
        <Group justify="space-between" align="flex-end" wrap="nowrap">
          <Stack gap={2}>
            <Text size="sm" fw={600}>
              {t('fields.type')}
            </Text>
            <TypeLabel type={field.type} />
          </Stack>
          <Button variant="default" size="compact-md" onClick={() => setIsChangingType(true)}>
            {t('fields.changeType.open')}
          </Button>
        </Group>
      ) : (
        <Select
          label={t('fields.type')}
          data={fieldTypes.map(value => ({ value, label: t(`fields.types.${value}`) }))}
          value={type}
          onChange={value =>
            value && form.change({ type: value as FieldType, defaultValue: null, isRequired: false })
          }
          renderOption={({ option }) => <TypeLabel type={option.value as FieldType} />}
          allowDeselect={false}
        />
      )}
      {!field && isList(type) && (
        <NewOptions
          isSingle={type === 'select'}
          options={form.values.options}
          onChange={options => form.change({ options })}
        />
      )}
      {field && isList(type) && <StoredOptions field={field} />}
      {(field || !isList(type)) && (
        <FieldInput
          // A new field of another type starts with an empty input.
          key={type}
          field={{ ...emptyField(projectId), ...field, type, isRequired: false }}
          label={t('fields.defaultValue')}
          value={defaultValue}
          isForm
          onChange={value => form.change({ defaultValue: value })}
        />
      )}
      {type !== 'checkbox' && (
        <Switch
          {...form.toggle('isRequired')}
          label={t('fields.isRequired')}
          description={t('fields.isRequiredText')}
        />
      )}
      <Switch {...form.toggle('showsOnCard')} label={t('fields.showsOnCard')} />
    </DialogForm>
  )
}

function emptyField(projectId: number): CustomField {
  return {
    id: 0,
    projectId,
    name: '',
    type: 'text',
    isRequired: false,
    defaultValue: null,
    showsOnCard: false,
    options: [],
  }
}

function inputOf(field: CustomField | undefined, values: Values) {
  const { name, type, isRequired, showsOnCard, defaultValue, options } = values
  const common = { name: name.trim(), isRequired, showsOnCard }
  if (field) return { id: field.id, ...common, defaultValue }
  if (!isList(type)) return { ...common, type, defaultValue }
  const named = options.filter(option => option.name.trim() !== '')
  return {
    ...common,
    type,
    options: named.map(option => ({
      name: option.name.trim(),
      color: option.color,
      isDefault: option.isDefault,
    })),
  }
}
