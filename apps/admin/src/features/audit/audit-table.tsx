import type { NamedAuditRecord } from '@atrium/identity/audit/audit.contract'
import { Card, Table, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { AuditRow } from './audit-row.tsx'

/** On a narrow screen who and from where move under what happened. */
export function AuditTable({ records }: { records: NamedAuditRecord[] }) {
  const { t } = useTranslation()
  return (
    <Card shadow="xs" padding={0}>
      <Table verticalSpacing="sm" horizontalSpacing="md" aria-label={t('navigation.audit')}>
        <Table.Thead fz="xs" c="dimmed">
          <Table.Tr>
            <Table.Th visibleFrom="sm">{t('audit.columns.at')}</Table.Th>
            <Table.Th>{t('audit.columns.action')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('audit.columns.actor')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('audit.columns.subject')}</Table.Th>
            <Table.Th visibleFrom="md">{t('audit.columns.address')}</Table.Th>
            <Table.Th>
              <VisuallyHidden>{t('audit.details')}</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {records.map(record => (
            <AuditRow key={record.id} record={record} />
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  )
}
