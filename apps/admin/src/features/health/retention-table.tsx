import type { HealthReport } from '@atrium/identity/admin/health/health.contract'
import { SectionCard } from '@atrium/ui/shell/section-card'
import { Table } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** For how long both services keep what is deleted after a time. */
export function RetentionTable({ report }: { report: HealthReport }) {
  const { t } = useTranslation()
  const rows = (['identity', 'tasks'] as const).flatMap(service =>
    (report[service]?.retention ?? []).map(({ what, days }) => ({ service, what, days })),
  )
  return (
    <SectionCard title={t('health.retention.title')} text={t('health.retention.text')}>
      <Table verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('health.instances.service')}</Table.Th>
            <Table.Th scope="col">{t('health.retention.what')}</Table.Th>
            <Table.Th scope="col">{t('health.retention.kept')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ service, what, days }) => (
            <Table.Tr key={`${service} ${what}`}>
              <Table.Td>{t(`health.services.${service}`)}</Table.Td>
              <Table.Td>{t(`health.retention.kinds.${what}`)}</Table.Td>
              <Table.Td>
                {days === null ? t('health.retention.forEver') : t('health.retention.days', { count: days })}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </SectionCard>
  )
}
