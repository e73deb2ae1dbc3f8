import { EmptyState as MantineEmptyState, Text } from '@mantine/core'
import type { ReactNode } from 'react'

interface EmptyStateProps {
  icon: ReactNode
  title: string
  text: string
  order?: 1 | 2 | 3
  color?: string
  note?: string | null
  children?: ReactNode
}

// The arch of the logo.
const arch = { borderRadius: '2.5rem 2.5rem var(--mantine-radius-lg) var(--mantine-radius-lg)' }

/** Says what is missing; `children` offer what to do about it. */
export function EmptyState({ icon, title, text, order = 2, color, note, children }: EmptyStateProps) {
  return (
    <MantineEmptyState
      variant="light"
      color={color}
      size="sm"
      icon={icon}
      py={{ base: 40, sm: 64 }}
      px="md"
      styles={{ indicator: arch }}
    >
      <MantineEmptyState.Title order={order} fz="lg" mt="xs">
        {title}
      </MantineEmptyState.Title>
      <MantineEmptyState.Description maw={400}>{text}</MantineEmptyState.Description>
      {children && <MantineEmptyState.Actions mt="xs">{children}</MantineEmptyState.Actions>}
      {note && (
        <Text size="xs" c="dimmed" ff="monospace" mt="md">
          {note}
        </Text>
      )}
    </MantineEmptyState>
  )
}
