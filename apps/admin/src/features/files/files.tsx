import { ErrorState } from '@atrium/ui/error-state'
import { useLastPage } from '@atrium/ui/last-page'
import { PageSwitch } from '@atrium/ui/page-switch'
import { RowsSkeleton } from '@atrium/ui/rows-skeleton'
import { SectionCard } from '@atrium/ui/section-card'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { filesQuery } from './file.queries.ts'
import { FileList } from './file-list.tsx'
import { UploadArea } from './upload-area.tsx'

interface FilesProps {
  userId: number
  mayChange: boolean
}

/** What is stored for a user: documents and the photos of their profile. */
export function Files({ userId, mayChange }: FilesProps) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const { data, error, isFetching, refetch } = useQuery(filesQuery(userId, page))
  useLastPage(data, setPage)
  return (
    <SectionCard title={t('data.files.title')} text={t('data.files.text')}>
      {mayChange && <UploadArea userId={userId} />}
      {!data && error && <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />}
      {!data && !error && <RowsSkeleton />}
      {data && <FileList userId={userId} files={data.items} mayChange={mayChange} />}
      <PageSwitch page={page} pages={data?._meta.pages ?? 0} onChange={setPage} />
    </SectionCard>
  )
}
