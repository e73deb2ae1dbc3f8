import { ColorSwatch, Group, Stack } from '@mantine/core'

export function ChartLegend({ rows }: { rows: Record<string, string | number>[] }) {
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
