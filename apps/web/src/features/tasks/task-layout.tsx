import type { ReactNode } from 'react'
import classes from './task-layout.module.css'

interface TaskLayoutProps {
  title: ReactNode
  main: ReactNode
  side: ReactNode
}

/** The fields stand beside the text where there is room for both, else between title and text. */
export function TaskLayout({ title, main, side }: TaskLayoutProps) {
  return (
    <div className={classes.layout}>
      <div className={classes.title}>{title}</div>
      <aside className={classes.side}>{side}</aside>
      <div className={classes.main}>{main}</div>
    </div>
  )
}
