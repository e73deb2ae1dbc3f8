import { EmptyState, ErrorState, RowsSkeleton } from '@atrium/ui/feedback/states'
import { SearchBox } from '@atrium/ui/forms/search-box'
import { IconApps, IconPlus } from '@atrium/ui/icons'
import { PageSwitch } from '@atrium/ui/lists/page-switch'
import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCanManageClients } from '../data/roles.ts'
import { clientsQuery } from '../features/clients/client.queries.ts'
import { Clients } from '../features/clients/clients.tsx'
import { PageFrame } from './page-frame.tsx'

export default function ClientsPage() {
  const { t } = useTranslation(['app', 'ui'])
  const [{ search, page }, setShown] = useState({ search: '', page: 1 })
  const [isCreating, setIsCreating] = useState(false)
  const { data: clients, error, isFetching, refetch } = useQuery(clientsQuery(search, page))
  const create = useCanManageClients() && (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setIsCreating(true)}>
      {t('clients.create')}
    </Button>
  )
  return (
    <PageFrame title={t('ui:administration.pages.clients')} lead={t('clients.lead')} actions={create}>
      <SearchBox label={t('clients.search')} onSearch={search => setShown({ search, page: 1 })} />
      {!clients && !error && <RowsSkeleton />}
      {!clients && error && <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />}
      {clients?.items.length === 0 && (
        <EmptyState icon={IconApps} title={t('clients.empty.title')} text={t('clients.empty.text')} />
      )}
      {clients && (
        <>
          <Text size="sm" c="dimmed" role="status">
            {t('clients.count', { count: clients._meta.total })}
          </Text>
          <Clients clients={clients.items} isCreating={isCreating} onCreated={() => setIsCreating(false)} />
          <PageSwitch page={page} pages={clients._meta.pages} onChange={page => setShown({ search, page })} />
        </>
      )}
    </PageFrame>
  )
}
