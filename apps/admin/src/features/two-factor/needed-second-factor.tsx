import { EmptyState } from '@atrium/ui/empty-state'
import { IconCheck, IconShield } from '@atrium/ui/icons'
import { Alert, Button, Container, Group } from '@mantine/core'
import { Link, useMatches, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

const place = '/account/security'

interface NeededSecondFactorProps {
  isMissing: boolean
  children: ReactNode
}

/**
 * For those whose role asks for a second factor that they do not have yet: the server refuses all else, so there is
 * one page to see, and every other one leads there. That page stays as it is when the factor is there at last: it is
 * just showing the recovery codes. Then it leads on to what they wanted when they were asked to sign in.
 */
export function NeededSecondFactor({ isMissing, children }: NeededSecondFactorProps) {
  // By the page that is shown, not by the address, which is ahead of it while the next page loads.
  const isThere = useMatches({ select: matches => matches.some(({ fullPath }) => fullPath === place) })
  return (
    <>
      {isMissing && isThere && <Banner />}
      {!isMissing && isThere && <WayOn />}
      {isMissing && !isThere ? <WayThere /> : children}
    </>
  )
}

function Banner() {
  const { t } = useTranslation()
  return (
    <Container size="lg" pt="lg">
      <Alert color="amber" title={t('security.twoFactor.mustSetUp.title')} icon={<IconShield size={18} />}>
        {t('security.twoFactor.mustSetUp.text')}
      </Alert>
    </Container>
  )
}

/** The sign-in page is asked once more; it alone decides which application may be returned to. */
function WayOn() {
  const { t } = useTranslation()
  const { wanted } = useSearch({ strict: false })
  if (!wanted) return null
  return (
    <Container size="lg" pt="lg">
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
    </Container>
  )
}

function WayThere() {
  const { t } = useTranslation()
  return (
    <EmptyState
      order={1}
      icon={<IconShield stroke={1.5} />}
      title={t('security.twoFactor.mustSetUp.title')}
      text={t('security.twoFactor.mustSetUp.text')}
    >
      <Button component={Link} to={place}>
        {t('security.twoFactor.mustSetUp.action')}
      </Button>
    </EmptyState>
  )
}
