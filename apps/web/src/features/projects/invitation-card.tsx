import { IconMail } from '@atrium/ui/icons'
import { Card, Center, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface InvitationCardProps {
  title: string
  text: string
  icon?: ReactNode
  color?: string
  children?: ReactNode
}

/** One matter in the middle of the page; `children` are what can be done about it. */
export function InvitationCard({ title, text, icon, color, children }: InvitationCardProps) {
  return (
    <Center py={{ base: 'xl', sm: 80 }} px="md">
      <Card shadow="md" padding="xl" w="100%" maw={440}>
        <Stack align="center" gap="md" ta="center" aria-live="polite">
          <ThemeIcon size={56} radius="xl" variant="light" color={color}>
            {icon ?? <IconMail stroke={1.5} />}
          </ThemeIcon>
          <Title order={1} size="h2">
            {title}
          </Title>
          <Text c="dimmed" textWrap="pretty">
            {text}
          </Text>
          {children && (
            <Group gap="sm" justify="center">
              {children}
            </Group>
          )}
        </Stack>
      </Card>
    </Center>
  )
}
