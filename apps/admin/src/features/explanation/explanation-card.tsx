import type { Explanation } from '@atrium/identity/access-control/explanation.contract'
import { Card, Divider, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { StepRow } from './step-row.tsx'
import { verdictLooks } from './verdict-looks.ts'

interface ExplanationCardProps {
  explanation: Explanation
  name: string
}

/** The verdict in one line, and beneath it the checks that it rests on, one after the other. */
export function ExplanationCard({ explanation, name }: ExplanationCardProps) {
  const { t } = useTranslation()
  const { verdict, route, steps } = explanation
  const { color, icon: Icon } = verdictLooks[verdict]
  return (
    <Card shadow="xs" p={{ base: 'md', sm: 'xl' }}>
      <Group gap="md" wrap="nowrap" align="center" role="status">
        <ThemeIcon size={52} radius="xl" variant="light" color={color}>
          <Icon size={30} stroke={2} aria-hidden="true" />
        </ThemeIcon>
        <Stack gap={2} miw={0}>
          <Title order={2}>{t(`access.explanation.verdicts.${verdict}`, { name })}</Title>
          <Text size="sm" c="dimmed" ff="monospace">
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
