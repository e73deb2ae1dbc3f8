import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core'
import type { ComponentProps, ComponentType } from 'react'

interface IconButtonProps extends ActionIconProps, Omit<ComponentProps<'button'>, keyof ActionIconProps> {
  icon: ComponentType<{ size: number; stroke: number }>
  iconSize?: number
  /** What screen readers say. */
  label: string
  /** What is shown next to the button when it is hovered. */
  tooltip?: string
}

/** A button that shows nothing but an icon. */
export function IconButton({ icon: Icon, iconSize = 16, label, tooltip, ...props }: IconButtonProps) {
  const button = (
    <ActionIcon variant="subtle" color="gray" aria-label={label} {...props}>
      <Icon size={iconSize} stroke={1.75} />
    </ActionIcon>
  )
  return tooltip ? <Tooltip label={tooltip}>{button}</Tooltip> : button
}
