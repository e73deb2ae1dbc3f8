import { Badge, CloseButton } from '@mantine/core'

interface RolePillProps {
  role: string
  removeLabel: string
  onRemove: (() => void) | undefined
}

export function RolePill({ role, removeLabel, onRemove }: RolePillProps) {
  return (
    <Badge
      size="lg"
      color={role === 'admin' ? 'cobalt' : 'gray'}
      pr={onRemove && 2}
      rightSection={
        onRemove && <CloseButton size="xs" c="inherit" aria-label={removeLabel} onClick={onRemove} />
      }
    >
      {role}
    </Badge>
  )
}
