import type { HealthReport } from '@atrium/identity/admin/health/health.contract'
import { SectionCard } from '@atrium/ui/shell/section-card'
import { DateText } from '@atrium/ui/time-text'
import { Badge, Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

type Instance = HealthReport['identity']['instances'][number]

/** Every process of both services. */
export function InstanceTable({ report }: { report: HealthReport }) {
  const { t } = useTranslation()
  const rows = [
    ...report.identity.instances.map(instance => ({ service: 'identity' as const, instance })),
    ...(report.tasks?.instances ?? []).map(instance => ({ service: 'tasks' as const, instance })),
  ]
  return (
    <SectionCard title={t('health.instances.title')} text={t('health.instances.text')}>
      <Table.ScrollContainer
        type="native"
        minWidth={760}
        tabIndex={0}
        aria-label={t('health.instances.title')}
        role="group"
      >
        <Table verticalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('health.instances.service')}</Table.Th>
              <Table.Th scope="col">{t('health.instances.host')}</Table.Th>
              <Table.Th scope="col">{t('health.instances.version')}</Table.Th>
              <Table.Th scope="col">{t('health.instances.startedAt')}</Table.Th>
              <Table.Th scope="col">{t('health.instances.streams')}</Table.Th>
              <Table.Th scope="col">{t('health.instances.connections')}</Table.Th>
              <Table.Th scope="col">{t('health.instances.state')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ service, instance }) => (
              <Table.Tr key={instance.instance}>
                <Table.Td>{t(`health.services.${service}`)}</Table.Td>
                <Table.Td>
                  {instance.host}
                  {instance.worker !== null && (
                    <Text size="sm" c="dimmed">
                      {t('health.instances.worker', { number: instance.worker })}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td>{instance.version}</Table.Td>
                <Table.Td>
                  <DateText value={instance.startedAt} withTime />
                </Table.Td>
                <Table.Td>{instance.state.streams ?? '–'}</Table.Td>
                <Table.Td>{t('health.instances.ofMax', instance.state.connections)}</Table.Td>
                <Table.Td>
                  <InstanceState instance={instance} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </SectionCard>
  )
}

function InstanceState({ instance: { isAlive, seenAt } }: { instance: Instance }) {
  const { t, i18n } = useTranslation()
  const format = new Intl.DateTimeFormat(i18n.language, { timeStyle: 'short' })
  if (isAlive) return <Badge color="teal">{t('health.instances.running')}</Badge>
  return <Badge color="amber">{t('health.instances.gone', { date: format.format(new Date(seenAt)) })}</Badge>
}
