import type {
  Explanation,
  ExplanationStep,
  Verdict,
} from '@atrium/identity/access-control/explanation/explanation.contract'
import { IconCheck, IconUserCheck, IconX } from '@atrium/ui/icons'
import { Badge, Card, Divider, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { permissionTitle } from '../../data/permission-title.ts'
import { findAction } from './actions.ts'
import { permissionTitles } from './route-words.ts'

/** The verdict in one line, followed by the checks that led to it. */
export function ExplanationCard({ explanation, name }: { explanation: Explanation; name: string }) {
  const { t } = useTranslation()
  const { verdict, route, steps } = explanation
  const { color, icon: Icon } = verdictLooks[verdict]
  const action = findAction(`${route.method} ${route.path}`, t)
  return (
    <Card shadow="xs" p={{ base: 'md', sm: 'xl' }}>
      <Group gap="md" wrap="nowrap" align="center" role="status">
        <ThemeIcon size={52} radius="xl" variant="light" color={color}>
          <Icon size={30} stroke={2} aria-hidden="true" />
        </ThemeIcon>
        <Stack gap={2} miw={0}>
          <Title order={2}>{t(`access.explanation.verdicts.${verdict}`, { name })}</Title>
          {action && <Text>{action}</Text>}
          <Text size="xs" c="dimmed" ff="monospace">
            {route.method} {route.path}
          </Text>
        </Stack>
      </Group>
      <Divider my="lg" />
      <Stack component="ol" gap="lg" m={0} p={0} style={{ listStyle: 'none' }}>
        {steps.map(step => (
          <StepRow key={step.check} step={step} explanation={explanation} />
        ))}
      </Stack>
    </Card>
  )
}

function StepRow({ step, explanation }: { step: ExplanationStep; explanation: Explanation }) {
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
            {holders.map(({ role, level, group }) => (
              <Badge key={`${role} ${group?.id}`} color="gray">
                {role} · {level}
                {group && ` · ${t('users.roles.through', { group: group.name })}`}
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

const verdictLooks = {
  yes: { color: 'teal', icon: IconCheck },
  own: { color: 'amber', icon: IconUserCheck },
  no: { color: 'red', icon: IconX },
} satisfies Record<Verdict, object>
