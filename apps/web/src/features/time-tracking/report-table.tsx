import { DurationText } from '@atrium/ui/duration-text'
import { Anchor, Table } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ReportLine } from './report-lines.ts'
import type { ReportGroup } from './time.queries.ts'

interface ReportTableProps {
  lines: ReportLine[]
  group: ReportGroup
  totalSeconds: number
}

export function ReportTable({ lines, group, totalSeconds }: ReportTableProps) {
  const { t, i18n } = useTranslation()
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' })
  return (
    <Table verticalSpacing="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t(`time.report.${group}`)}</Table.Th>
          <Table.Th scope="col" ta="end">
            {t('time.report.duration')}
          </Table.Th>
          <Table.Th scope="col" ta="end">
            {t('time.report.share')}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines
          .filter(({ seconds }) => seconds > 0)
          .map(({ key, label, seconds, taskId }) => (
            <Table.Tr key={key}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                {taskId === undefined ? (
                  label
                ) : (
                  <Anchor component={Link} to={`/task/${taskId}`} inherit>
                    {label}
                  </Anchor>
                )}
              </Table.Td>
              <Table.Td ta="end">
                <DurationText seconds={seconds} />
              </Table.Td>
              <Table.Td ta="end">{percent.format(seconds / totalSeconds)}</Table.Td>
            </Table.Tr>
          ))}
      </Table.Tbody>
      <Table.Tfoot>
        <Table.Tr>
          <Table.Th scope="row">{t('time.report.total')}</Table.Th>
          <Table.Th ta="end">
            <DurationText seconds={totalSeconds} />
          </Table.Th>
          <Table.Th />
        </Table.Tr>
      </Table.Tfoot>
    </Table>
  )
}
