import type { CreatedRepository } from '@atrium/tasks/git/repository.contract'
import { Dialog, useLastShown } from '@atrium/ui/dialogs/dialog'
import { EmptyState } from '@atrium/ui/feedback/states'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { IconGitBranch } from '@atrium/ui/icons'
import { CrudList } from '@atrium/ui/lists/crud-list'
import { Button, Group, List, Stack, Tabs, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopiedAddress } from '../../data/copied-address.tsx'
import { dayInWords } from '../../data/days.ts'
import { repositoriesQuery, useConnectRepository, useDisconnectRepository } from './repository.queries.ts'

const hosts = ['github', 'gitlab', 'gitea'] as const

/** The repositories that report to a project. */
export function ProjectRepositories({ projectId }: { projectId: number }) {
  const { t, i18n } = useTranslation()
  const [connected, setConnected] = useState<CreatedRepository>()
  return (
    <>
      <CrudList
        query={useQuery(repositoriesQuery(projectId))}
        title={t('connections.repositories.title')}
        text={t('connections.repositories.text')}
        createLabel={t('connections.repositories.connect')}
        row={({ name, lastDeliveryAt }) => ({
          name,
          text: lastDeliveryAt
            ? t('connections.repositories.lastDelivery', {
                day: dayInWords(lastDeliveryAt.slice(0, 10), i18n.language, {
                  day: 'numeric',
                  month: 'short',
                  year: 'numeric',
                }),
              })
            : t('connections.repositories.noDelivery'),
          deleteLabel: t('connections.repositories.disconnectOne', { name }),
          mayEdit: false,
        })}
        form={(_repository, close) => (
          <RepositoryForm projectId={projectId} onConnected={setConnected} onClose={close} />
        )}
        deletion={{
          mutation: useDisconnectRepository(projectId),
          question: ({ name }) => ({
            title: t('connections.repositories.disconnectTitle', { name }),
            text: t('connections.repositories.disconnectText'),
            action: t('connections.repositories.disconnect'),
          }),
          doneMessage: ({ name }) => t('connections.repositories.disconnected', { name }),
        }}
        empty={
          <EmptyState
            icon={IconGitBranch}
            title={t('connections.repositories.empty')}
            text={t('connections.repositories.emptyText')}
          />
        }
      />
      <ConnectedDialog repository={connected} onClose={() => setConnected(undefined)} />
    </>
  )
}

interface RepositoryFormProps {
  projectId: number
  onConnected: (repository: CreatedRepository) => void
  onClose: () => void
}

function RepositoryForm({ projectId, onConnected, onClose }: RepositoryFormProps) {
  const { t } = useTranslation()
  const form = useMutationForm({
    mutation: useConnectRepository(projectId),
    initialValues: { name: '' },
    toInput: ({ name }) => ({ name: name.trim() }),
    onSuccess: ({ item }) => {
      onClose()
      onConnected(item)
    },
  })
  return (
    <DialogForm form={form} submitLabel={t('connections.repositories.connect')} onCancel={onClose}>
      <TextInput
        {...form.field('name')}
        label={t('connections.repositories.name')}
        placeholder={t('connections.repositories.nameExample')}
        required
        maxLength={100}
        data-autofocus
      />
    </DialogForm>
  )
}

interface ConnectedDialogProps {
  repository: CreatedRepository | undefined
  onClose: () => void
}

/** The address and the secret, which is shown only now, with the steps for each host. */
function ConnectedDialog({ repository, onClose }: ConnectedDialogProps) {
  const { t } = useTranslation()
  const shown = useLastShown(repository)
  return (
    <Dialog
      title={t('connections.repositories.connected', { name: shown?.name ?? '' })}
      isOpen={repository !== undefined}
      onClose={onClose}
      isPersistent
      isWide
    >
      <Stack>
        <CopiedAddress address={shown?.address ?? ''} label={t('connections.repositories.address')} />
        <CopiedAddress address={shown?.secret ?? ''} label={t('connections.repositories.secret')} />
        <Text size="sm" c="dimmed">
          {t('connections.repositories.once')}
        </Text>
        <Tabs defaultValue="github">
          <Tabs.List>
            {hosts.map(host => (
              <Tabs.Tab key={host} value={host}>
                {t(`connections.repositories.hosts.${host}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {hosts.map(host => (
            <Tabs.Panel key={host} value={host} pt="sm">
              <List type="ordered" size="sm">
                <List.Item>{t(`connections.repositories.steps.${host}.open`)}</List.Item>
                <List.Item>{t(`connections.repositories.steps.${host}.paste`)}</List.Item>
                <List.Item>{t(`connections.repositories.steps.${host}.events`)}</List.Item>
              </List>
            </Tabs.Panel>
          ))}
        </Tabs>
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('connections.done')}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
