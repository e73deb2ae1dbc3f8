import { Box, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** Announces the wait; `children` draw the shape of what is to come. */
export function LoadingSkeleton({ children }: { children: ReactNode }) {
  const { t } = useTranslation('ui')
  return (
    <Box role="status" aria-busy="true">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      <div aria-hidden="true">{children}</div>
    </Box>
  )
}
