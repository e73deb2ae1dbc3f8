import { Title } from '@mantine/core'
import type { ReactNode } from 'react'

export function SectionTitle({ children }: { children: ReactNode }) {
  return (
    <Title order={3} fz="sm" fw={650} lts={0}>
      {children}
    </Title>
  )
}
