import { measurePassword } from '@atrium/identity/sign-in/credentials/password-strength'
import type { User } from '@atrium/identity/users/user.contract'
import { Group, Progress, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

const levels = [0, 1, 2, 3] as const
const colors = ['red.7', 'amber.5', 'teal.6', 'teal.7']

/** Applies the server's rule while the user types. */
export function PasswordMeter({ password, user }: { password: string; user: User }) {
  const { t } = useTranslation()
  const { score, problem, weakSpots } = measurePassword(password, user)
  const level = problem ? 0 : score - 1
  const label = t(`passwordStrength.levels.${levels[level] ?? 0}`)
  const hints = [
    ...(problem ? [problem] : []),
    ...(score < 4 ? weakSpots : []),
    ...(!problem && score < 3 ? (['longer'] as const) : []),
  ]
  return (
    <div aria-live="polite">
      <Group gap="sm" wrap="nowrap">
        <Progress.Root size="sm" flex={1} aria-hidden="true">
          <Progress.Section value={(100 * (level + 1)) / levels.length} color={colors[level] ?? 'red.7'} />
        </Progress.Root>
        <Text
          size="sm"
          fw={600}
          miw="max-content"
          aria-label={`${t('security.password.strength')}: ${label}`}
        >
          {label}
        </Text>
      </Group>
      {hints.map(hint => (
        <Text key={hint} size="sm" c="dimmed" mt={4}>
          {t(`passwordStrength.hints.${hint}`)}
        </Text>
      ))}
    </div>
  )
}
