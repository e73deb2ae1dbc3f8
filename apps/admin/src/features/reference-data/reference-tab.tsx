import { EmptyState } from '@atrium/ui/empty-state'
import { ErrorState } from '@atrium/ui/error-state'
import { IconAddressBook } from '@atrium/ui/icons'
import { useLastPage } from '@atrium/ui/last-page'
import { PageSwitch } from '@atrium/ui/page-switch'
import { RowsSkeleton } from '@atrium/ui/rows-skeleton'
import { SearchBox } from '@atrium/ui/search-box'
import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RecordsOfKind } from './records-of-kind.tsx'
import { recordsQuery } from './reference-record.queries.ts'
import type { ReferenceKind } from './reference-record.ts'

export function ReferenceTab({ kind }: { kind: ReferenceKind }) {
  const { t } = useTranslation()
  const [{ search, page }, setShown] = useState({ search: '', page: 1 })
  const { data: records, error, isFetching, refetch } = useQuery(recordsQuery(kind, search, page))
  const toPage = (next: number) => setShown({ search, page: next })
  useLastPage(records, toPage)
  return (
    <Stack gap="md">
      <SearchBox
        label={t(`referenceData.search.${kind}`)}
        onSearch={search => setShown({ search, page: 1 })}
      />
      {!records && !error && <RowsSkeleton />}
      {!records && error && <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />}
      {records && (
        <>
          <Text size="sm" c="dimmed" role="status">
            {t('referenceData.count', { count: records._meta.total })}
          </Text>
          <RecordsOfKind kind={kind} records={records.items} />
          {records.items.length === 0 && (
            <EmptyState
              icon={<IconAddressBook stroke={1.5} />}
              title={t('referenceData.empty.title')}
              text={t('referenceData.empty.text')}
            />
          )}
          <PageSwitch page={page} pages={records._meta.pages} onChange={toPage} />
        </>
      )}
    </Stack>
  )
}
