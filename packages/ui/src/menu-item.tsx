import { type MenuItemProps as MantineMenuItemProps, Menu } from '@mantine/core'
import type { ComponentProps, ComponentType } from 'react'

type Inherited = MantineMenuItemProps & Omit<ComponentProps<'button'>, keyof MantineMenuItemProps>

interface MenuItemProps extends Omit<Inherited, 'children' | 'leftSection'> {
  icon: ComponentType<{ size: number; stroke: number }>
  label: string
  /** Whether it deletes or removes something. */
  isDangerous?: boolean
}

/** An entry of a menu: an icon and what it does. */
export function MenuItem({ icon: Icon, label, isDangerous, ...props }: MenuItemProps) {
  const color = isDangerous ? 'var(--mantine-color-error)' : undefined
  return (
    <Menu.Item leftSection={<Icon size={16} stroke={1.75} />} color={color} {...props}>
      {label}
    </Menu.Item>
  )
}
