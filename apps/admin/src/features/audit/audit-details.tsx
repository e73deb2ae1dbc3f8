import type { NamedAuditRecord } from '@atrium/identity/audit/audit.contract'
import { Box, Code, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** All that the entry holds, as it was written. */
export function AuditDetails({ record }: { record: NamedAuditRecord }) {
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
