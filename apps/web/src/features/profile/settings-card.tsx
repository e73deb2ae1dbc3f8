import { Card, Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface SettingsCardProps {
  title: string
  text: string
  /** How the last change went. */
  note?: ReactNode
  children: ReactNode
}

export function SettingsCard({ title, text, note, children }: SettingsCardProps) {
  return (
    <Card component="section" shadow="xs" p={{ base: 'lg', sm: 'xl' }}>
      <Group justify="space-between" gap="xs" mb="lg" align="flex-start">
        <div>
          <Title order={2} size="h3">
            {title}
          </Title>
          <Text size="sm" c="dimmed" mt={4}>
            {text}
          </Text>
        </div>
        {note}
      </Group>
      {children}
    </Card>
  )
}
