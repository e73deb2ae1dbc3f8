import { Card, Stack, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

interface TrashSectionProps {
  /** Left out where there is nothing to tell it from. */
  title?: string
  children: ReactNode
}

export function TrashSection({ title, children }: TrashSectionProps) {
  const id = useId()
  return (
    <Stack component="section" gap="xs" aria-labelledby={title && id}>
      {title && (
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
      )}
      <Card padding={0}>
        <Stack component="ul" gap={0} m={0} p={0} style={{ listStyle: 'none' }}>
          {children}
        </Stack>
      </Card>
    </Stack>
  )
}
