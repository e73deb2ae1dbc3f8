import { Anchor, Badge, Table, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ItemResult } from './import-result.ts'
import { useResultWords } from './result-words.ts'

export function ReportTable({ results }: { results: ItemResult[] }) {
  const { t } = useTranslation()
  const words = useResultWords()
  if (results.length === 0) return <Text c="dimmed">{t('import.report.nothing')}</Text>
  return (
    <Table.ScrollContainer minWidth={460}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            {words.header.map(title => (
              <Table.Th key={title}>{title}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {results.map((result, place) => {
            const [title, outcome, notes] = words.row(result)
            const isMade = result.taskId !== undefined
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: items that were skipped have no other name.
              <Table.Tr key={place}>
                <Table.Td>
                  {isMade ? (
                    <Anchor component={Link} to={`/task/${result.taskId}`} inherit>
                      {title}
                    </Anchor>
                  ) : (
                    title
                  )}
                </Table.Td>
                <Table.Td>
                  <Badge color={isMade ? 'teal' : 'amber'} miw="max-content">
                    {outcome}
                  </Badge>
                </Table.Td>
                <Table.Td>{notes}</Table.Td>
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
