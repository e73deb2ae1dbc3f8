import { ErrorState, LoadingSkeleton } from '@atrium/ui/feedback/states'
import { IconButton } from '@atrium/ui/icon-button'
import { IconDownload, IconPhoto, IconTable } from '@atrium/ui/icons'
import { SectionCard } from '@atrium/ui/shell/section-card'
import { ActionIcon, Box, Button, Collapse, ColorSwatch, Group, Stack, Table, Text } from '@mantine/core'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './chart-card.module.css'
import { savePng } from './save-png.ts'

interface LegendItem {
  label: string
  color: string
}

interface ChartTable {
  head: string[]
  rows: { key: string | number; cells: ReactNode[] }[]
}

interface ChartCardProps {
  title: string
  /** What it shows, in one line. */
  text: string
  query: { data: unknown; error: unknown; isFetching: boolean; refetch: () => unknown }
  /** What will appear here; set while there is nothing to draw. */
  emptyText: string | undefined
  controls?: ReactNode
  /** The most important figures, above the chart. */
  figures?: ReactNode
  legend: LegendItem[]
  table: ChartTable
  csvAddress: string
  fileName: string
  children: ReactNode
}

/** A chart with its explanation, legend, data and downloads. The drawing is hidden from screen readers, the data is not. */
export function ChartCard(props: ChartCardProps) {
  const { title, text, query, emptyText, controls, figures, legend, table, children } = props
  const chart = useRef<HTMLDivElement>(null)
  const isEmpty = emptyText !== undefined
  return (
    <SectionCard title={title} text={text} aside={controls}>
      {query.data === undefined && !query.error && <LoadingSkeleton h={280} />}
      {query.data === undefined && query.error !== null && (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      )}
      {query.data !== undefined && isEmpty && (
        <Text c="dimmed" ta="center" py={48} px="md" size="sm" className={classes.empty}>
          {emptyText}
        </Text>
      )}
      {query.data !== undefined && !isEmpty && (
        <Stack gap="md">
          {figures}
          <Box ref={chart} aria-hidden="true" className={classes.chart}>
            {children}
          </Box>
          <Group component="ul" gap="lg" className={classes.legend}>
            {legend.map(({ label, color }) => (
              <Group key={label} component="li" gap={8} wrap="nowrap">
                <ColorSwatch size={10} radius={2} color={color} withShadow={false} />
                <Text span size="sm">
                  {label}
                </Text>
              </Group>
            ))}
          </Group>
          <ChartData {...props} table={table} chart={chart} />
        </Stack>
      )}
    </SectionCard>
  )
}

interface ChartDataProps extends ChartCardProps {
  chart: { current: HTMLDivElement | null }
}

function ChartData({ title, legend, table, csvAddress, fileName, chart }: ChartDataProps) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const save = () => {
    const drawing = chart.current?.querySelector<SVGSVGElement>('svg.recharts-surface')
    if (drawing) void savePng(drawing, { title, legend, fileName: `${fileName}.png` })
  }
  return (
    <Stack gap="sm">
      <Group gap="xs" justify="space-between">
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconTable size={16} stroke={1.75} />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t(isOpen ? 'reports.hideData' : 'reports.showData')}
        </Button>
        <Group gap={4}>
          <ActionIcon
            component="a"
            href={csvAddress}
            download
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('reports.downloadCsv', { title })}
            title={t('reports.downloadCsv', { title })}
          >
            <IconDownload size={18} stroke={1.75} />
          </ActionIcon>
          <IconButton
            icon={IconPhoto}
            iconSize={18}
            label={t('reports.downloadPng', { title })}
            size="lg"
            title={t('reports.downloadPng', { title })}
            onClick={save}
          />
        </Group>
      </Group>
      <Collapse expanded={isOpen} id={id}>
        {isOpen && <DataTable title={title} table={table} />}
      </Collapse>
    </Stack>
  )
}

/** Scrolls in both directions; the keyboard can scroll it too. */
function DataTable({ title, table: { head, rows } }: { title: string; table: ChartTable }) {
  const { t } = useTranslation()
  const label = t('reports.dataOf', { title })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={classes.table} aria-label={label} tabIndex={0}>
      <Table stickyHeader verticalSpacing={6} aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            {head.map((name, index) => (
              <Table.Th key={name} scope="col" ta={index === 0 ? 'start' : 'end'}>
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, cells: [first, ...others] }) => (
            <Table.Tr key={key}>
              <Table.Th scope="row" fw={400}>
                {first}
              </Table.Th>
              {others.map((cell, index) => (
                <Table.Td key={head[index + 1]} ta="end">
                  {cell}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}

/** A figure with its name below. */
export function Figure({ value, label }: { value: ReactNode; label: string }) {
  return (
    <div>
      <Text fz={24} fw={650} lh={1.2} className={classes.figure}>
        {value}
      </Text>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
    </div>
  )
}
