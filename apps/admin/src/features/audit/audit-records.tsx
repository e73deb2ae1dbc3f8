import type { NamedAuditRecord } from '@atrium/identity/audit/audit.contract'
import { EmptyState, ErrorState, RowsSkeleton } from '@atrium/ui/feedback/states'
import { IconButton } from '@atrium/ui/icon-button'
import { IconChevronDown, IconChevronUp, IconHistory } from '@atrium/ui/icons'
import { PageSwitch, useLastPage } from '@atrium/ui/lists/page-switch'
import { DateText } from '@atrium/ui/time-text'
import { Anchor, Box, Card, Code, Stack, Table, Text, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type AuditFilters, auditQuery } from './audit.queries.ts'
import { actionWords, actorWords, subjectWords } from './audit-text.ts'

interface AuditRecordsProps {
  filters: AuditFilters
  page: number
  onPage: (page: number) => void
}

export function AuditRecords({ filters, page, onPage }: AuditRecordsProps) {
  const { t } = useTranslation()
  const { data: records, error, isFetching, refetch } = useQuery(auditQuery(filters, page))
  useLastPage(records, onPage)
  if (!records && error) return <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />
  if (!records) return <RowsSkeleton />
  if (records.items.length === 0)
    return <EmptyState icon={IconHistory} title={t('audit.empty.title')} text={t('audit.empty.text')} />
  return (
    <>
      <Text size="sm" c="dimmed" role="status">
        {t('audit.count', { count: records._meta.total })}
      </Text>
      <AuditTable records={records.items} />
      <PageSwitch page={page} pages={records._meta.pages} onChange={onPage} />
    </>
  )
}

/** On a narrow screen the other columns move below the action. */
function AuditTable({ records }: { records: NamedAuditRecord[] }) {
  const { t } = useTranslation(['app', 'ui'])
  return (
    <Card shadow="xs" padding={0}>
      <Table verticalSpacing="sm" horizontalSpacing="md" aria-label={t('ui:administration.pages.audit')}>
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

const COLUMNS = 6

function AuditRow({ record }: { record: NamedAuditRecord }) {
  const { t } = useTranslation()
  const [isOpen, { toggle }] = useDisclosure()
  const Icon = isOpen ? IconChevronUp : IconChevronDown
  return (
    <>
      <Table.Tr>
        <Table.Td visibleFrom="sm" c="dimmed" fz="sm">
          <DateText value={record.at} withTime />
        </Table.Td>
        <Table.Td>
          <Text size="sm" fw={500}>
            {actionWords(t, record.action)}
          </Text>
          <Stack gap={0} hiddenFrom="sm" fz="sm">
            <ActorText record={record} />
            {record.subjectId !== record.actorId && <SubjectText record={record} />}
            <Text size="xs" c="dimmed">
              <DateText value={record.at} withTime />
            </Text>
          </Stack>
        </Table.Td>
        <Table.Td visibleFrom="sm">
          <ActorText record={record} />
        </Table.Td>
        <Table.Td visibleFrom="sm">
          <SubjectText record={record} />
        </Table.Td>
        <Table.Td visibleFrom="md" c="dimmed" fz="sm">
          {record.address}
        </Table.Td>
        <Table.Td w={44} px={4}>
          <IconButton
            icon={Icon}
            iconSize={18}
            label={t('audit.showDetails', { id: record.id })}
            aria-expanded={isOpen}
            onClick={toggle}
          />
        </Table.Td>
      </Table.Tr>
      {isOpen && (
        <Table.Tr>
          <Table.Td colSpan={COLUMNS}>
            <AuditDetails record={record} />
          </Table.Td>
        </Table.Tr>
      )}
    </>
  )
}

/** The full entry, as it was written. */
function AuditDetails({ record }: { record: NamedAuditRecord }) {
  const { t } = useTranslation()
  const facts = [
    [t('audit.number'), String(record.id)],
    [t('audit.columns.address'), record.address],
    [t('audit.client'), record.clientId],
    [t('audit.requestId'), record.requestId],
  ].filter(([, value]) => value)
  return (
    <Box maw="100%">
      {facts.map(([name, value]) => (
        <Text key={name} size="sm">
          {name}: {value}
        </Text>
      ))}
      <Text size="sm">
        {t('audit.columns.action')}: <Code>{record.action}</Code>
      </Text>
      {Object.keys(record.details).length > 0 && (
        <Code block mt="xs" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {JSON.stringify(record.details, null, 2)}
        </Code>
      )}
    </Box>
  )
}

function ActorText({ record }: { record: NamedAuditRecord }) {
  const { t } = useTranslation()
  return <PersonText userId={record.actorId} text={actorWords(t, record)} />
}

function SubjectText({ record }: { record: NamedAuditRecord }) {
  const { t } = useTranslation()
  const userId = record.subjectType === 'user' ? record.subjectId : null
  return <PersonText userId={userId} text={subjectWords(t, record)} />
}

function PersonText({ userId, text }: { userId: number | null; text: string }) {
  if (userId === null) return <Text size="sm">{text}</Text>
  return (
    <Anchor size="sm" renderRoot={props => <Link {...props} to="/admin/users/$userId" params={{ userId }} />}>
      {text}
    </Anchor>
  )
}
