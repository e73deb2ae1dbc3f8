import { Card } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { UserSelect } from '../data/user-select.tsx'
import type { AuditFilters } from '../features/audit/audit.queries.ts'
import { AuditFilterBar, ExportAudit } from '../features/audit/audit-filters.tsx'
import { AuditRecords } from '../features/audit/audit-records.tsx'
import { PageFrame } from './page-frame.tsx'

export default function AuditPage() {
  const { t } = useTranslation(['app', 'ui'])
  const { page = '1', ...filters } = useSearch({ from: '/admin/audit' })
  const navigate = useNavigate({ from: '/admin/audit' })
  const change = (changes: AuditFilters) => void navigate({ search: { ...filters, ...changes } })
  const userSelect = (
    <UserSelect
      label={t('audit.filters.user')}
      placeholder={t('audit.filters.anyUser')}
      userId={Number(filters.user) || undefined}
      onChange={id => change({ user: id?.toString() })}
    />
  )
  return (
    <PageFrame
      title={t('ui:administration.pages.audit')}
      lead={t('audit.lead')}
      actions={<ExportAudit filters={filters} />}
    >
      <Card shadow="xs">
        <AuditFilterBar filters={filters} onChange={change} userSelect={userSelect} />
      </Card>
      <AuditRecords
        filters={filters}
        page={Number(page) || 1}
        onPage={next => void navigate({ search: { ...filters, page: String(next) } })}
      />
    </PageFrame>
  )
}
