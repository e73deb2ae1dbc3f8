import { Card, Stack, Table, Title, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { ChartLegend } from './chart-legend.tsx'

type Row = Record<string, string | number>

interface ChartCardProps {
  title: string
  /** The same in words: read aloud, and where parts have a colour, shown as the legend. */
  rows: Row[]
  children: ReactNode
}

export function ChartCard({ title, rows, children }: ChartCardProps) {
  const isLegend = rows.every(row => 'color' in row) && rows.length > 0
  return (
    <Card component="section" shadow="xs">
      <Title order={2} size="h4" mb="md">
        {title}
      </Title>
      <Stack gap="md">
        <div aria-hidden="true">{children}</div>
        {isLegend ? <ChartLegend rows={rows} /> : <SpokenTable rows={rows} />}
      </Stack>
    </Card>
  )
}

function SpokenTable({ rows }: { rows: Row[] }) {
  return (
    <VisuallyHidden>
      <Table>
        <Table.Tbody>
          {rows.map(row => {
            const [[, name] = [], ...values] = Object.entries(row)
            return (
              <Table.Tr key={name}>
                <Table.Th scope="row">{name}</Table.Th>
                {values.map(([key, value]) => (
                  <Table.Td key={key}>{`${key}: ${value}`}</Table.Td>
                ))}
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
    </VisuallyHidden>
  )
}
