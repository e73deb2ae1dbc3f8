import { measurePassword } from '@atrium/identity/sign-in/credentials/password-strength'
import { strengthTexts } from '@atrium/identity/sign-in/credentials/password-strength-texts'
import type { User } from '@atrium/identity/users/user.contract'
import { Group, Progress, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

const colors = ['red.7', 'amber.5', 'teal.6', 'teal.7']

/** Applies the server's rule while the user types. */
export function PasswordMeter({ password, user }: { password: string; user: User }) {
  const { t, i18n } = useTranslation()
  const texts = strengthTexts[i18n.resolvedLanguage === 'ru' ? 'ru' : 'en']
  const { score, problem, weakSpots } = measurePassword(password, user)
  const level = problem ? 0 : score - 1
  const label = texts.levels[level] ?? texts.levels[0]
  const hints = [
    ...(problem ? [problem] : []),
    ...(score < 4 ? weakSpots : []),
    ...(!problem && score < 3 ? (['longer'] as const) : []),
  ]
  return (
    <div aria-live="polite">
      <Group gap="sm" wrap="nowrap">
        <Progress.Root size="sm" flex={1} aria-hidden="true">
          <Progress.Section
            value={(100 * (level + 1)) / texts.levels.length}
            color={colors[level] ?? 'red.7'}
          />
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
          {texts.hints[hint]}
        </Text>
      ))}
    </div>
  )
}
