import type { ComponentType, ReactNode } from 'react'
import classes from './card-fact.module.css'

interface CardFactProps {
  icon: ComponentType<{ size: number; stroke: number; 'aria-hidden': true }>
  /** The whole of it in words, for those who do not see the icon. */
  name: string
  tone?: 'good' | 'soon' | 'late' | 'running' | undefined
  children?: ReactNode
}

export function CardFact({ icon: Icon, name, tone, children }: CardFactProps) {
  return (
    <span className={classes.fact} data-tone={tone} title={name}>
      <Icon size={14} stroke={1.75} aria-hidden />
      {children && <span aria-hidden="true">{children}</span>}
      <span className={classes.name}>{name}</span>
    </span>
  )
}
