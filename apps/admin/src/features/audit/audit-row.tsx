import type { NamedAuditRecord } from '@atrium/identity/audit/audit.contract'
import { DateText } from '@atrium/ui/date-text'
import { IconChevronDown, IconChevronUp } from '@atrium/ui/icons'
import { ActionIcon, Stack, Table, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { AuditDetails } from './audit-details.tsx'
import { actionWords } from './audit-words.ts'
import { ActorText, SubjectText } from './person-text.tsx'

const COLUMNS = 6

export function AuditRow({ record }: { record: NamedAuditRecord }) {
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
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('audit.showDetails', { id: record.id })}
            aria-expanded={isOpen}
            onClick={toggle}
          >
            <Icon size={18} stroke={1.75} />
          </ActionIcon>
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
