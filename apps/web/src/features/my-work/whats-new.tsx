import type { CurrentUser } from '@atrium/tasks/administration/user.contract'
import { IconSparkles } from '@atrium/ui/icons'
import { Button, Card, Group, List, ThemeIcon, Title } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'

/** The release that `work.whatsNew` describes. A release without news for its users leaves it as it is. */
const RELEASE = '0.3'
const RELEASED_ON = '2026-11-18'
const news = ['projects', 'people', 'password', 'keys'] as const

/** The news of a release, shown once per browser to people who knew the previous one. */
export function WhatsNew({ user }: { user: CurrentUser }) {
  const { t } = useTranslation()
  const [seen, setSeen] = useLocalStorage({
    key: `atrium.seen-release.${user.id}`,
    defaultValue: '',
    getInitialValueInEffect: false,
  })
  const isNewUser = user.createdAt >= RELEASED_ON
  if (seen === RELEASE || isNewUser) return null
  return (
    <Card component="section" shadow="xs" padding="lg" aria-labelledby="whats-new">
      <Group gap="sm" wrap="nowrap" mb="sm">
        <ThemeIcon variant="light" color="grape" size={36} radius="md" aria-hidden="true">
          <IconSparkles size={18} stroke={1.75} />
        </ThemeIcon>
        <Title order={2} size="h3" id="whats-new" flex={1}>
          {t('work.whatsNew.title', { release: RELEASE })}
        </Title>
        <Button variant="light" size="compact-md" onClick={() => setSeen(RELEASE)}>
          {t('work.whatsNew.close')}
        </Button>
      </Group>
      <List spacing={4}>
        {news.map(name => (
          <List.Item key={name}>{t(`work.whatsNew.items.${name}`)}</List.Item>
        ))}
      </List>
    </Card>
  )
}
