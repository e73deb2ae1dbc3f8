import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './record-row.module.css'

/** The records of a section, one `RecordRow` below the other. */
export function RecordRows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box component="ul" className={classes.rows} aria-label={label}>
      {children}
    </Box>
  )
}
