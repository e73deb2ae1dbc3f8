import type { SetUpStep } from '@atrium/identity/admin/statistics.contract'
import { IconCheck, IconDatabaseExport, IconLogin2, IconMail, IconUserPlus } from '@atrium/ui/icons'
import { SectionCard } from '@atrium/ui/shell/section-card'
import { Code, Group, SimpleGrid, Text, ThemeIcon } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** What the step needs is a setting or a command, except for people, who are added on their page. */
const looks = {
  mail: { icon: IconMail, how: 'MAIL_URL=smtps://…' },
  backups: { icon: IconDatabaseExport, how: 'BACKUP_SCHEDULE="0 3 * * *"' },
  people: { icon: IconUserPlus, how: undefined },
  provider: { icon: IconLogin2, how: 'atrium provider:add' },
} as const

/** The setup of a new installation; the section goes away when every step is done. */
export function SetUp({ steps }: { steps: SetUpStep[] }) {
  const { t } = useTranslation()
  const done = steps.filter(({ isDone }) => isDone).length
  if (done === steps.length) return null
  return (
    <SectionCard
      title={t('dashboard.setUp.title')}
      text={t('dashboard.setUp.progress', { done, count: steps.length })}
    >
      <SimpleGrid component="ul" cols={{ base: 1, md: 2 }} spacing="lg" m={0} p={0}>
        {steps.map(step => (
          <Step key={step.name} {...step} />
        ))}
      </SimpleGrid>
    </SectionCard>
  )
}

function Step({ name, isDone }: SetUpStep) {
  const { t } = useTranslation()
  const { icon, how } = looks[name]
  const Icon = isDone ? IconCheck : icon
  return (
    <Group component="li" wrap="nowrap" align="flex-start" gap="sm" style={{ listStyle: 'none' }}>
      <ThemeIcon
        variant="light"
        color={isDone ? 'teal' : 'cobalt'}
        size={36}
        radius={isDone ? 'xl' : 'md'}
        aria-hidden="true"
      >
        <Icon size={18} stroke={1.75} />
      </ThemeIcon>
      <div style={{ minWidth: 0 }}>
        <Text fw={600}>{t(`dashboard.setUp.${name}.title`)}</Text>
        <Text size="sm" c="dimmed">
          {isDone ? t('dashboard.setUp.done') : t(`dashboard.setUp.${name}.text`)}
        </Text>
        {!isDone && how && (
          <Code mt={4} style={{ display: 'inline-block' }}>
            {how}
          </Code>
        )}
      </div>
    </Group>
  )
}
