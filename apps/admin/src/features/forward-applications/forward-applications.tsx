import type { ForwardApplication } from '@atrium/identity/oauth/forward/forward-application.contract'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { EmptyState } from '@atrium/ui/feedback/states'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { IconButton } from '@atrium/ui/icon-button'
import { IconCode, IconShieldLock } from '@atrium/ui/icons'
import { CrudList } from '@atrium/ui/lists/crud-list'
import { MultiSelect, Text, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAllGroups } from '../../data/groups.ts'
import {
  forwardApplicationsQuery,
  useDeleteForwardApplication,
  useSaveForwardApplication,
} from './forward-application.queries.ts'
import { ProxyDialog } from './proxy-dialog.tsx'

/** Tools behind a proxy, and for each of them the configuration of the proxy. */
export function ForwardApplications() {
  const { t } = useTranslation()
  const { data: groups = [] } = useAllGroups()
  const [shown, setShown] = useState<ForwardApplication>()
  const groupNames = ({ requiredGroups }: ForwardApplication) =>
    requiredGroups.map(id => groups.find(group => group.id === id)?.name ?? String(id)).join(', ')
  return (
    <>
      <CrudList
        query={useQuery(forwardApplicationsQuery)}
        text={t('forwardApplications.text')}
        createLabel={t('forwardApplications.create')}
        row={application => ({
          name: application.name,
          facts: (
            <Text size="sm" c="dimmed" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
              {application.hosts.join(', ')}
            </Text>
          ),
          text: groupNames(application) || t('forwardApplications.everyone'),
          actions: (
            <IconButton
              icon={IconCode}
              iconSize={18}
              label={t('forwardApplications.proxy.action', { name: application.name })}
              onClick={() => setShown(application)}
            />
          ),
          editLabel: t('forwardApplications.edit', { name: application.name }),
          deleteLabel: t('forwardApplications.delete', { name: application.name }),
        })}
        form={(application, close) => (
          <ApplicationForm application={application} onCreated={setShown} onClose={close} />
        )}
        deletion={{
          mutation: useDeleteForwardApplication(),
          question: ({ name }) => ({
            title: t('forwardApplications.deleteTitle', { name }),
            text: t('forwardApplications.deleteText'),
            action: t('forwardApplications.delete', { name }),
          }),
          doneMessage: ({ name }) => t('forwardApplications.deleted', { name }),
        }}
        empty={
          <EmptyState
            icon={IconShieldLock}
            title={t('forwardApplications.empty.title')}
            text={t('forwardApplications.empty.text')}
          />
        }
      />
      <ProxyDialog application={shown} onClose={() => setShown(undefined)} />
    </>
  )
}

interface ApplicationFormProps {
  application: ForwardApplication | undefined
  onCreated: (application: ForwardApplication) => void
  onClose: () => void
}

function ApplicationForm({ application, onCreated, onClose }: ApplicationFormProps) {
  const { t } = useTranslation()
  const { data: groups = [] } = useAllGroups()
  const form = useMutationForm({
    mutation: useSaveForwardApplication(),
    initialValues: {
      name: application?.name ?? '',
      hosts: application?.hosts.join('\n') ?? '',
      requiredGroups: application?.requiredGroups.map(String) ?? [],
      publicPaths: application?.publicPaths.join('\n') ?? '',
    },
    toInput: ({ name, hosts, requiredGroups, publicPaths }) => ({
      id: application?.id,
      name: name.trim(),
      hosts: linesOf(hosts),
      requiredGroups: requiredGroups.map(Number),
      publicPaths: linesOf(publicPaths),
    }),
    onSuccess: ({ item }) => {
      onClose()
      notifyOfSuccess(t('forwardApplications.saved', { name: item.name }))
      if (!application) onCreated(item)
    },
    explain: { forward_host_taken: { hosts: t('forwardApplications.fields.taken') } },
  })
  return (
    <DialogForm
      form={form}
      submitLabel={application ? undefined : t('forwardApplications.create')}
      onCancel={onClose}
    >
      <TextInput
        {...form.field('name')}
        label={t('forwardApplications.fields.name')}
        required
        maxLength={100}
        autoComplete="off"
        data-autofocus
      />
      <Textarea
        {...form.field('hosts')}
        label={t('forwardApplications.fields.hosts')}
        description={t('forwardApplications.fields.hostsText')}
        placeholder="wiki.example.org"
        minRows={1}
        required
        spellCheck={false}
      />
      <MultiSelect
        {...form.field('requiredGroups')}
        label={t('forwardApplications.fields.requiredGroups')}
        description={t('forwardApplications.fields.requiredGroupsText')}
        data={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
        searchable
      />
      <Textarea
        {...form.field('publicPaths')}
        label={t('forwardApplications.fields.publicPaths')}
        description={t('forwardApplications.fields.publicPathsText')}
        placeholder="/public/*"
        minRows={1}
        spellCheck={false}
      />
    </DialogForm>
  )
}

function linesOf(text: string) {
  return text.split(/\s+/).filter(Boolean)
}
