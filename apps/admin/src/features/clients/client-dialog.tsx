import type { ClientRecord } from '@atrium/identity/oauth/client.contract'
import { formErrors } from '@atrium/ui/form-errors'
import { notifyOfSuccess } from '@atrium/ui/notify'
import { RecordDialog } from '@atrium/ui/record-dialog'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type ClientWithSecret, ownScopesQuery, useChangeClient, useCreateClient } from './client.queries.ts'
import { ClientFields } from './client-fields.tsx'

interface ClientDialogProps {
  client: ClientRecord | 'new' | undefined
  onCreate: (client: ClientWithSecret) => void
  onClose: () => void
}

export function ClientDialog({ client, onCreate, onClose }: ClientDialogProps) {
  const { t } = useTranslation()
  const { data: scopes = [] } = useQuery(ownScopesQuery)
  const creation = useCreateClient()
  const change = useChangeClient()
  const existing = client === 'new' ? undefined : client
  const { error, isPending, reset } = existing ? change : creation
  const { fields, rest } = formErrors(error, ['name', 'grantTypes', 'scope', 'redirectUris'])
  const close = () => {
    reset()
    onClose()
  }
  const create = (form: FormData) =>
    creation.mutate(
      { ...settingsOf(form), isPublic: form.get('kind') === 'public' },
      {
        onSuccess: ({ item }) => {
          close()
          notifyOfSuccess(t('clients.created', { name: item.name }))
          onCreate(item)
        },
      },
    )
  const save = ({ id }: ClientRecord, form: FormData) =>
    change.mutate(
      { id, ...settingsOf(form) },
      {
        onSuccess: () => {
          close()
          notifyOfSuccess(t('clients.changed'))
        },
      },
    )
  return (
    <RecordDialog
      title={existing ? t('clients.edit', { name: existing.name }) : t('clients.create')}
      isOpen={client !== undefined}
      isPending={isPending}
      errors={rest}
      onChange={reset}
      onSubmit={form => (existing ? save(existing, form) : create(form))}
      onClose={close}
    >
      <ClientFields client={existing} scopes={scopes} errors={fields} />
    </RecordDialog>
  )
}

function settingsOf(form: FormData) {
  return {
    name: String(form.get('name')),
    grantTypes: form.getAll('grantTypes').join(' '),
    scope: form.getAll('scope').join(' '),
    redirectUris: String(form.get('redirectUris')).split(/\s+/).filter(Boolean),
    requiresPkce: form.has('requiresPkce'),
  }
}
