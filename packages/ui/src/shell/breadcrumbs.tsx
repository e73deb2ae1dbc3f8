import { Children, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconChevronLeft } from '../icons.ts'
import classes from './breadcrumbs.module.css'

interface BreadcrumbsProps {
  /** Tells these from others on the same page. */
  label?: string
  /** Links to the pages above this one, the topmost first. */
  children: ReactNode
  /** This page, unless its heading follows on the same line. */
  current?: ReactNode
  /** The name of this page is short, and only the others are cut off. */
  keepsCurrent?: boolean
}

/** The way back up. A phone has room for the page directly above only. */
export function Breadcrumbs({ label, children, current, keepsCurrent = false }: BreadcrumbsProps) {
  const { t } = useTranslation('ui')
  return (
    <nav aria-label={label ?? t('frame.breadcrumbs')} className={classes.breadcrumbs}>
      <ol>
        {Children.toArray(children).map((link, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the levels are fixed
          <li key={index} className={classes.above}>
            <IconChevronLeft size={16} stroke={1.75} aria-hidden="true" className={classes.back} />
            {link}
          </li>
        ))}
        {current && (
          <li aria-current="page" className={classes.current} data-kept={keepsCurrent || undefined}>
            {current}
          </li>
        )}
      </ol>
    </nav>
  )
}
