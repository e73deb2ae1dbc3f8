import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { currentUserQuery } from '../data/current-user.ts'
import { Files } from '../features/files/files.tsx'
import { ArchiveAccount } from '../features/own-data/archive-account.tsx'
import { ExportData } from '../features/own-data/export-data.tsx'
import { PageFrame } from './page-frame.tsx'

export function DataPage() {
  const { t } = useTranslation()
  const { data: user } = useQuery(currentUserQuery)
  return (
    <PageFrame title={t('navigation.data')} lead={t('data.lead')}>
      {user && (
        <>
          <Files userId={user.id} mayChange />
          <ExportData userId={user.id} />
          <ArchiveAccount />
        </>
      )}
    </PageFrame>
  )
}
