import { Box, Card, Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface SectionCardProps {
  title: string
  text?: string
  /** Beside the title: a state or an action. */
  aside?: ReactNode
  children?: ReactNode
}

/** A section of a page. */
export function SectionCard({ title, text, aside, children }: SectionCardProps) {
  return (
    <Card component="section" aria-label={title} shadow="xs" p={{ base: 'md', sm: 'xl' }}>
      <Group justify="space-between" gap="sm" align="flex-start">
        <Box miw={0} maw={560}>
          <Title order={2} size="h3">
            {title}
          </Title>
          {text && (
            <Text size="sm" c="dimmed" mt={4}>
              {text}
            </Text>
          )}
        </Box>
        {aside}
      </Group>
      {children && <Box mt="lg">{children}</Box>}
    </Card>
  )
}
