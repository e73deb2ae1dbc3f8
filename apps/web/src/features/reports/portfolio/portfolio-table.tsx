import type { PortfolioProject } from '@atrium/tasks/reports/portfolio.contract'
import { DurationText } from '@atrium/ui/time-text'
import { Anchor, Group, Progress, Table, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { dayInWords } from '../../../data/days.ts'
import { ProjectMark } from '../../../project-mark/project-mark.tsx'
import classes from './portfolio.module.css'

interface PortfolioTableProps {
  projects: PortfolioProject[]
  today: string
}

/** Progress, overdue and open work of several projects; on a narrow screen as one block each. */
export function PortfolioTable({ projects, today }: PortfolioTableProps) {
  const { t } = useTranslation()
  return (
    <Table verticalSpacing="sm" className={classes.table} aria-label={t('reports.portfolio.title')}>
      <Table.Thead>
        <Table.Tr>
          {(['project', 'progress', 'overdue', 'open', 'estimate', 'target'] as const).map(name => (
            <Table.Th key={name} scope="col">
              {t(`reports.portfolio.columns.${name}`)}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {projects.map(project => (
          <ProjectRow key={project.id} project={project} today={today} />
        ))}
      </Table.Tbody>
    </Table>
  )
}

function ProjectRow({ project, today }: { project: PortfolioProject; today: string }) {
  const { t, i18n } = useTranslation()
  const { id, name, doneCount, openCount, overdueCount, unassignedCount, peopleCount } = project
  const { estimateSeconds, targetDate } = project
  const total = doneCount + openCount
  const percent = total === 0 ? 0 : Math.floor((doneCount / total) * 100)
  const isLate = targetDate !== null && targetDate < today && openCount > 0
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={600}>
        <Group gap="sm" wrap="nowrap">
          <ProjectMark project={project} />
          <Anchor
            inherit
            c="inherit"
            className={classes.name}
            renderRoot={props => (
              <Link to="/project/$projectId/overview" params={{ projectId: id }} {...props} />
            )}
          >
            {name}
          </Anchor>
        </Group>
      </Table.Th>
      <Table.Td>
        <Text size="sm">{t('reports.portfolio.done', { count: doneCount, total })}</Text>
        <Progress value={percent} size={6} mt={4} aria-label={t('reports.portfolio.doneOf', { name })} />
      </Table.Td>
      <Table.Td data-label={t('reports.portfolio.columns.overdue')}>
        <Figure isLate={overdueCount > 0}>{overdueCount || '–'}</Figure>
      </Table.Td>
      <Table.Td data-label={t('reports.portfolio.columns.open')}>
        {openCount}
        {openCount > 0 && (
          <Text size="xs" c="dimmed">
            {t('reports.portfolio.people', { count: peopleCount })}
            {unassignedCount > 0 && ` · ${t('reports.portfolio.unassigned', { count: unassignedCount })}`}
          </Text>
        )}
      </Table.Td>
      <Table.Td data-label={t('reports.portfolio.columns.estimate')}>
        {estimateSeconds > 0 ? <DurationText seconds={estimateSeconds} /> : '–'}
      </Table.Td>
      <Table.Td data-label={t('reports.portfolio.columns.target')}>
        <Figure isLate={isLate}>
          {targetDate
            ? dayInWords(targetDate, i18n.language, { day: 'numeric', month: 'short', year: 'numeric' })
            : '–'}
        </Figure>
      </Table.Td>
    </Table.Tr>
  )
}

function Figure({ isLate, children }: { isLate: boolean; children: string | number }) {
  return (
    <Text span inherit fw={isLate ? 600 : undefined} c={isLate ? 'var(--mantine-color-error)' : undefined}>
      {children}
    </Text>
  )
}
