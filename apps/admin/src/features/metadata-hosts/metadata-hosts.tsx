import type { MetadataHost } from '@atrium/identity/oauth/client-documents/metadata-host.contract'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { EmptyState } from '@atrium/ui/feedback/states'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { IconRobot } from '@atrium/ui/icons'
import { CrudList } from '@atrium/ui/lists/crud-list'
import { Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { metadataHostsQuery, useAddMetadataHost, useRemoveMetadataHost } from './metadata-host.queries.ts'

/** The hosts whose programs can ask users for access, with those that come with Atrium. */
export function MetadataHosts() {
  const { t, i18n } = useTranslation()
  const bundledText = ({ bundled }: MetadataHost) => {
    const [first] = bundled
    if (!first) return undefined
    const names = new Intl.ListFormat(i18n.language).format(bundled.map(({ name }) => name))
    const date = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeZone: 'UTC' })
    return t('metadataHosts.bundled', { names, date: date.format(new Date(first.date)) })
  }
  return (
    <CrudList
      query={useQuery(metadataHostsQuery)}
      text={t('metadataHosts.text')}
      createLabel={t('metadataHosts.create')}
      row={entry => ({
        name: (
          <Text span inherit ff="monospace" style={{ overflowWrap: 'anywhere' }}>
            {entry.host}
          </Text>
        ),
        text: bundledText(entry),
        mayEdit: false,
        deleteLabel: t('metadataHosts.delete', { host: entry.host }),
      })}
      form={(_entry, close) => <HostForm onClose={close} />}
      deletion={{
        mutation: useRemoveMetadataHost(),
        question: ({ host }) => ({
          title: t('metadataHosts.deleteTitle', { host }),
          text: t('metadataHosts.deleteText'),
          action: t('metadataHosts.delete', { host }),
        }),
        doneMessage: ({ host }) => t('metadataHosts.deleted', { host }),
      }}
      empty={
        <EmptyState
          icon={IconRobot}
          title={t('metadataHosts.empty.title')}
          text={t('metadataHosts.empty.text')}
        />
      }
    />
  )
}

function HostForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const form = useMutationForm({
    mutation: useAddMetadataHost(),
    initialValues: { host: '' },
    toInput: ({ host }) => ({ host: host.trim() }),
    onSuccess: ({ item }) => {
      onClose()
      notifyOfSuccess(t('metadataHosts.saved', { host: item.host }))
    },
    explain: { metadata_host_taken: { host: t('metadataHosts.fields.taken') } },
  })
  return (
    <DialogForm form={form} submitLabel={t('metadataHosts.create')} onCancel={onClose}>
      <TextInput
        {...form.field('host')}
        label={t('metadataHosts.fields.host')}
        description={t('metadataHosts.fields.hostText')}
        placeholder="agents.example.org"
        required
        maxLength={260}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
    </DialogForm>
  )
}
