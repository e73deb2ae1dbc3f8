import type { User } from '@atrium/identity/users/user.schema'
import { Group, Progress, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Strength, strengthOf, strengths } from './password-strength.ts'

const colors: Record<Strength, string> = {
  unusable: 'red.7',
  weak: 'red.7',
  fair: 'amber.5',
  good: 'teal.6',
  strong: 'teal.7',
}

/** A hint while typing; the server has the last word. */
export function PasswordMeter({ password, user }: { password: string; user: User }) {
  const { t } = useTranslation()
  const { strength, hints } = strengthOf(password, user)
  const label = t(`security.password.strength.${strength}`)
  return (
    <div aria-live="polite">
      <Group gap="sm" wrap="nowrap">
        <Progress.Root size="sm" flex={1} aria-hidden="true">
          <Progress.Section
            value={(100 * (strengths.indexOf(strength) + 1)) / strengths.length}
            color={colors[strength]}
          />
        </Progress.Root>
        <Text
          size="sm"
          fw={600}
          miw="max-content"
          aria-label={`${t('security.password.strength.label')}: ${label}`}
        >
          {label}
        </Text>
      </Group>
      {hints.map(hint => (
        <Text key={hint} size="sm" c="dimmed" mt={4}>
          {t(`security.password.hints.${hint}`)}
        </Text>
      ))}
    </div>
  )
}
