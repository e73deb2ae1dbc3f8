import { countryCodes } from '@atrium/identity/reference-data/country.contract'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { EmptyState } from '@atrium/ui/feedback/states'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { SearchBox } from '@atrium/ui/forms/search-box'
import { IconAddressBook } from '@atrium/ui/icons'
import { CrudList } from '@atrium/ui/lists/crud-list'
import { useLastPage } from '@atrium/ui/lists/page-switch'
import { Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  aboutRecord,
  emptyRecords,
  type ReferenceKind,
  type ReferenceRecord,
  recordsQuery,
  useDeleteRecord,
  useSaveRecord,
} from './reference-data.queries.ts'

export function ReferenceTab({ kind }: { kind: ReferenceKind }) {
  const { t, i18n } = useTranslation()
  const [{ search, page }, setShown] = useState({ search: '', page: 1 })
  const query = useQuery(recordsQuery(kind, search, page))
  const { data: records } = query
  const toPage = (next: number) => setShown({ search, page: next })
  useLastPage(records, toPage)
  return (
    <Stack gap="md">
      <SearchBox
        label={t(`referenceData.search.${kind}`)}
        onSearch={search => setShown({ search, page: 1 })}
      />
      {records && (
        <Text size="sm" c="dimmed" role="status">
          {t('referenceData.count', { count: records._meta.total })}
        </Text>
      )}
      <CrudList
        query={{ ...query, data: records?.items }}
        text={t(`referenceData.text.${kind}`)}
        createLabel={t(`referenceData.create.${kind}`)}
        row={record => ({
          name: record.name,
          text: aboutRecord(record, i18n.language),
          editLabel: t('referenceData.edit', { name: record.name }),
          deleteLabel: t('referenceData.delete', { name: record.name }),
        })}
        form={(record, close) => <ReferenceForm kind={kind} record={record} onClose={close} />}
        deletion={{
          mutation: useDeleteRecord(kind),
          question: ({ name }) => ({
            title: t('referenceData.deleteTitle', { name }),
            text: t('referenceData.deleteText'),
            action: t('referenceData.delete', { name }),
          }),
          doneMessage: ({ name }) => t('referenceData.deleted', { name }),
          explain: ({ name }) => ({ conflict: t('referenceData.inUse', { name }) }),
        }}
        empty={
          <EmptyState
            icon={IconAddressBook}
            title={t('referenceData.empty.title')}
            text={t('referenceData.empty.text')}
          />
        }
        paging={{ page, pages: records?._meta.pages ?? 1, onChange: toPage }}
      />
    </Stack>
  )
}

interface ReferenceFormProps {
  kind: ReferenceKind
  record: ReferenceRecord | undefined
  onClose: () => void
}

const fieldsOfKind = { cities: CityFields, languages: LanguageFields, posts: PostFields }

function ReferenceForm({ kind, record, onClose }: ReferenceFormProps) {
  const { t } = useTranslation()
  const Fields = fieldsOfKind[kind]
  const form = useMutationForm({
    mutation: useSaveRecord(kind),
    initialValues: fieldsOf(kind, record),
    toInput: values => ({ id: record?.id, fields: withoutBlanks(values) }),
    onSuccess: (_, { name }) => {
      onClose()
      notifyOfSuccess(t('referenceData.saved', { name: name ?? '' }))
    },
    explain: { conflict: t('referenceData.taken') },
  })
  return (
    <DialogForm form={form} onCancel={onClose}>
      <Fields field={form.field} />
    </DialogForm>
  )
}

type FieldValues = Record<string, string | null>

function fieldsOf(kind: ReferenceKind, record: ReferenceRecord | undefined): FieldValues {
  const stored: Partial<Record<string, unknown>> = { ...record }
  const empty: FieldValues = emptyRecords[kind]
  return Object.fromEntries(
    Object.entries(empty).map(([name, value]) => [
      name,
      (stored[name] as string | null | undefined) ?? value,
    ]),
  )
}

/** Fields that are left empty are cleared. */
function withoutBlanks(values: FieldValues): FieldValues {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value?.trim() || null]))
}

interface FieldsProps {
  field: ReturnType<typeof useMutationForm<Record<string, string | null>, never, unknown>>['field']
}

function CityFields({ field }: FieldsProps) {
  const { t, i18n } = useTranslation()
  const countries = useMemo(() => countriesIn(i18n.language), [i18n.language])
  const zones = useMemo(() => ['UTC', ...Intl.supportedValuesOf('timeZone')], [])
  const search = { searchable: true, nothingFoundMessage: t('referenceData.nothing') }
  return (
    <>
      <NameField field={field} />
      <Select
        {...field('country')}
        {...search}
        label={t('referenceData.fields.country')}
        data={countries}
        required
        allowDeselect={false}
      />
      <TextInput
        {...field('region')}
        label={t('referenceData.fields.region')}
        maxLength={100}
        autoComplete="off"
      />
      <Select
        {...field('timeZone')}
        {...search}
        label={t('referenceData.fields.timeZone')}
        data={zones}
        limit={100}
        clearable
        clearButtonProps={{ 'aria-label': t('referenceData.clear') }}
      />
    </>
  )
}

function countriesIn(language: string) {
  const names = new Intl.DisplayNames(language, { type: 'region' })
  return countryCodes
    .map(value => ({ value, label: names.of(value) ?? value }))
    .sort((one, other) => one.label.localeCompare(other.label, language))
}

function LanguageFields({ field }: FieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <TextInput
        {...field('code')}
        label={t('referenceData.fields.code')}
        description={t('referenceData.fields.codeText')}
        required
        maxLength={35}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
      />
      <TextInput
        {...field('name')}
        label={t('referenceData.fields.languageName')}
        required
        maxLength={100}
        autoComplete="off"
      />
      <TextInput
        {...field('nativeName')}
        label={t('referenceData.fields.nativeName')}
        maxLength={100}
        autoComplete="off"
      />
    </>
  )
}

function PostFields({ field }: FieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <NameField field={field} />
      <Textarea {...field('description')} label={t('referenceData.fields.description')} maxLength={1000} />
    </>
  )
}

function NameField({ field }: FieldsProps) {
  const { t } = useTranslation()
  return (
    <TextInput
      {...field('name')}
      label={t('referenceData.fields.name')}
      required
      maxLength={100}
      autoComplete="off"
      data-autofocus
    />
  )
}
