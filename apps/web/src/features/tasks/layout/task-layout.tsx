import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './task-layout.module.css'

interface TaskLayoutProps {
  title: ReactNode
  main: ReactNode
  side: ReactNode
  /** Wider, and centered on very wide screens. */
  isPage: boolean
}

/** The fields are next to the text on wide screens, else between title and text. */
export function TaskLayout({ title, main, side, isPage }: TaskLayoutProps) {
  return (
    <div className={classes.layout} data-page={isPage || undefined}>
      <div className={classes.title}>{title}</div>
      <aside className={classes.side}>{side}</aside>
      <div className={classes.main}>{main}</div>
    </div>
  )
}

export function SectionTitle({ children }: { children: ReactNode }) {
  return (
    <Title order={3} fz="sm" fw={650} lts={0}>
      {children}
    </Title>
  )
}
