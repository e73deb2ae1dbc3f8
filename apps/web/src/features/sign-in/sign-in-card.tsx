import { IconAlertCircle, IconLogin2 } from '@atrium/ui/icons'
import { LogoMark } from '@atrium/ui/shell/brand'
import { Alert, Button, Card, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'

const explained = ['access_denied', 'server_error', 'temporarily_unavailable'] as const

interface SignInCardProps {
  href: string
  error?: string
}

export function SignInCard({ href, error }: SignInCardProps) {
  const { t } = useTranslation()
  const reason = explained.find(code => code === error) ?? 'other'
  return (
    <Card shadow="lg" padding="xl" radius="xl">
      <Stack align="center" gap="lg" ta="center">
        <LogoMark size={56} />
        <Stack gap="xs">
          <Title order={1} size="h2">
            {t('signIn.title')}
          </Title>
          <Text c="dimmed" textWrap="balance">
            {t('signIn.text')}
          </Text>
        </Stack>
        {error && (
          <Alert color="red" role="alert" ta="start" w="100%" icon={<IconAlertCircle stroke={1.75} />}>
            {t(`signIn.errors.${reason}`)}
          </Alert>
        )}
        <Button
          component="a"
          href={href}
          size="md"
          fullWidth
          leftSection={<IconLogin2 size={20} stroke={1.75} />}
        >
          {t('signIn.action')}
        </Button>
      </Stack>
    </Card>
  )
}
