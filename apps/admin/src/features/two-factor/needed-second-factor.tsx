import { EmptyState } from '@atrium/ui/feedback/states'
import { IconCheck, IconShield } from '@atrium/ui/icons'
import { Alert, Box, Button, Group } from '@mantine/core'
import { Link, useMatches, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

const place = '/account/security'

interface NeededSecondFactorProps {
  isMissing: boolean
  children: ReactNode
}

/**
 * For users whose role requires a second factor that they have not set up: the server refuses everything else, so
 * every page leads to the security page. That page stays open once the factor is set up, because it is showing the
 * recovery codes, and offers to continue to what the user wanted to open.
 */
export function NeededSecondFactor({ isMissing, children }: NeededSecondFactorProps) {
  // By the page that is shown: the address is ahead of it while the next page loads.
  const isThere = useMatches({ select: matches => matches.some(({ fullPath }) => fullPath === place) })
  return (
    <>
      {isMissing && isThere && <Banner />}
      {!isMissing && isThere && <WayOn />}
      {isMissing && !isThere ? <WayThere /> : children}
    </>
  )
}

/** Above the page, as wide as its content. */
function Notice({ children }: { children: ReactNode }) {
  return (
    <Box maw="var(--atrium-page-width)" mx="auto" px="md" pt="lg">
      {children}
    </Box>
  )
}

function Banner() {
  const { t } = useTranslation()
  return (
    <Notice>
      <Alert color="amber" title={t('security.twoFactor.mustSetUp.title')} icon={<IconShield size={18} />}>
        {t('security.twoFactor.mustSetUp.text')}
      </Alert>
    </Notice>
  )
}

/** Goes through the sign-in page, which alone decides which application to return to. */
function WayOn() {
  const { t } = useTranslation()
  const { wanted } = useSearch({ strict: false })
  if (!wanted) return null
  return (
    <Notice>
      <Alert
        color="teal"
        role="status"
        title={t('security.twoFactor.isSetUp.title')}
        icon={<IconCheck size={18} />}
      >
        {t('security.twoFactor.isSetUp.text')}
        <Group mt="sm">
          <Button component="a" href={`/auth/authorize?${wanted}`}>
            {t('security.twoFactor.isSetUp.action')}
          </Button>
        </Group>
      </Alert>
    </Notice>
  )
}

function WayThere() {
  const { t } = useTranslation()
  return (
    <EmptyState
      order={1}
      icon={IconShield}
      title={t('security.twoFactor.mustSetUp.title')}
      text={t('security.twoFactor.mustSetUp.text')}
    >
      <Button component={Link} to={place}>
        {t('security.twoFactor.mustSetUp.action')}
      </Button>
    </EmptyState>
  )
}
