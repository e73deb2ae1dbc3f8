import { Tooltip } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import type { ReactElement, ReactNode } from 'react'
import classes from './rail.module.css'

/** For links, which belong to the router of each application. */
export const railClasses = classes

export const railKeys = 'mod+b'

/** Whether the user collapsed the sidebar to a rail, on this device. */
export function useRailState() {
  const [isShown, setIsShown] = useLocalStorage({
    key: 'atrium.sidebar-collapsed',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  return { isShown, onToggle: () => setIsShown(now => !now), keys: railKeys }
}

export function RailList({ children }: { children: ReactNode }) {
  return <ul className={classes.list}>{children}</ul>
}

interface RailItemProps {
  label: string
  /** The link, with an icon. */
  children: ReactElement
}

export function RailItem({ label, children }: RailItemProps) {
  return (
    <li>
      <Tooltip label={label} position="right">
        {children}
      </Tooltip>
    </li>
  )
}
