import type { Explanation, ExplanationStep } from '@atrium/identity/access-control/explanation.contract'
import { Badge, Group, Stack, Text, ThemeIcon } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { permissionTitle } from '../../data/permission-title.ts'
import { permissionTitles } from './route-words.ts'
import { verdictLooks } from './verdict-looks.ts'

interface StepRowProps {
  step: ExplanationStep
  explanation: Explanation
}

export function StepRow({ step, explanation }: StepRowProps) {
  const { t } = useTranslation()
  const { route, user, grantedBy } = explanation
  const { color, icon: Icon } = verdictLooks[step.verdict]
  const { permission = '' } = step
  const holders = grantedBy.filter(({ permissions }) => permissions.includes(permission))
  const sentence = t(`access.explanation.findings.${step.finding}`, {
    scope: route.scope ?? '',
    permission: permissionTitle(t, { name: permission }),
    permissions: permissionTitles(route.permission ?? '', t),
    roles: holders.map(({ role }) => role).join(', '),
    level: user.level,
    subjectLevel: step.subjectLevel ?? 0,
  })
  return (
    <Group component="li" gap="md" wrap="nowrap" align="flex-start">
      <ThemeIcon
        radius="xl"
        variant="light"
        color={color}
        role="img"
        aria-label={t(`access.explanation.outcomes.${step.verdict}`)}
      >
        <Icon size={18} stroke={2} aria-hidden="true" />
      </ThemeIcon>
      <Stack gap={2} miw={0}>
        <Text fw={600}>{t(`access.explanation.steps.${step.check}`)}</Text>
        <Text>{sentence}</Text>
        {permission && (
          <Group gap={6} mt={4}>
            {holders.map(({ role, level }) => (
              <Badge key={role} color="gray">
                {role} · {level}
              </Badge>
            ))}
            <Text size="xs" c="dimmed" ff="monospace">
              {permission}
            </Text>
          </Group>
        )}
      </Stack>
    </Group>
  )
}
