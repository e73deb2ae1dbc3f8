import type { ReactNode } from 'react'
import classes from './page-container.module.css'

/** The content of a page: every page has the same width and left edge. */
export function PageContainer({ children }: { children: ReactNode }) {
  return <div className={classes.page}>{children}</div>
}
