import { NavLink } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ComponentType } from 'react'

interface DestinationProps {
  to: LinkProps['to']
  icon: ComponentType<{ size: number; stroke: number }>
  label: string
  /** Only at this very address; else at all below it too. */
  exact?: boolean
}

export function Destination({ to, icon: Icon, label, exact = false }: DestinationProps) {
  return (
    <Link to={to} activeOptions={{ exact }} style={{ textDecoration: 'none', color: 'inherit' }}>
      {({ isActive }) => (
        <NavLink
          component="span"
          active={isActive}
          label={label}
          leftSection={<Icon size={18} stroke={1.75} />}
        />
      )}
    </Link>
  )
}
