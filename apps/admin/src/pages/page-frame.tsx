import { Container, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface PageFrameProps {
  title: string
  lead?: string
  /** A link to the list that this page belongs to. */
  back?: ReactNode
  /** The actions of the page, beside its title. */
  actions?: ReactNode
  children?: ReactNode
}

/** Title, purpose and content of a page. */
export function PageFrame({ title, lead, back, actions, children }: PageFrameProps) {
  return (
    <Container size="lg" py={{ base: 'lg', sm: 40 }}>
      <title>{`${title} · Atrium`}</title>
      <Stack gap="lg">
        {back}
        <Group justify="space-between" gap="sm" align="flex-start">
          <Stack gap={4}>
            <Title order={1}>{title}</Title>
            {lead && <Text c="dimmed">{lead}</Text>}
          </Stack>
          {actions}
        </Group>
        {children}
      </Stack>
    </Container>
  )
}
