import { Card, ColorSwatch, Group, Stack, Table, Title, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'

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

function ChartLegend({ rows }: { rows: Record<string, string | number>[] }) {
  return (
    <Stack gap={6} fz="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
      {rows.map(({ name, value, color }) => (
        <Group key={name} component="li" gap="xs" wrap="nowrap">
          <ColorSwatch size={10} color={`var(--mantine-color-${String(color).replace('.', '-')})`} />
          <span style={{ flex: 1 }}>{name}</span>
          <strong>{value}</strong>
        </Group>
      ))}
    </Stack>
  )
}
