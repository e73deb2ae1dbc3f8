import { Box, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** Announces that something is loading; `children` draw the shape of the content. */
export function LoadingSkeleton({ children }: { children: ReactNode }) {
  const { t } = useTranslation('ui')
  return (
    <Box role="status" aria-busy="true">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      <div aria-hidden="true">{children}</div>
    </Box>
  )
}
