import { Card, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface SettingsSectionProps {
  title: string
  text?: string
  children: ReactNode
}

export function SettingsSection({ title, text, children }: SettingsSectionProps) {
  return (
    <Card component="section">
      <Stack gap={4} mb="md">
        <Title order={2} size="h3">
          {title}
        </Title>
        {text && (
          <Text size="sm" c="dimmed">
            {text}
          </Text>
        )}
      </Stack>
      {children}
    </Card>
  )
}
