import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { EmptyState } from '@atrium/ui/feedback/states'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { SearchBox } from '@atrium/ui/forms/search-box'
import { IconAddressBook } from '@atrium/ui/icons'
import { CrudList } from '@atrium/ui/lists/crud-list'
import { useLastPage } from '@atrium/ui/lists/page-switch'
import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CityFields, LanguageFields, PostFields } from './reference-fields.tsx'
import { recordsQuery, useDeleteRecord, useSaveRecord } from './reference-record.queries.ts'
import { aboutRecord, emptyRecords, type ReferenceKind, type ReferenceRecord } from './reference-record.ts'

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
            icon={<IconAddressBook stroke={1.5} />}
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
