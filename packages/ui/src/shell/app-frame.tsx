import { AppShell, Burger, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { MouseEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './app-frame.module.css'

interface AppFrameProps {
  brand: ReactNode
  account: ReactNode
  navigation?: ReactNode
  children: ReactNode
}

/** Header, optional side navigation, and the page. */
export function AppFrame({ brand, account, navigation, children }: AppFrameProps) {
  const { t } = useTranslation('ui')
  const [isOpen, { toggle, close }] = useDisclosure()
  // On a phone the navigation covers the page.
  const leave = ({ target }: MouseEvent) => {
    if (!isOpen || !(target as Element).closest('a')) return
    close()
    document.getElementById('content')?.focus()
  }
  return (
    <AppShell
      header={{ height: 60 }}
      navbar={navigation ? { width: 232, breakpoint: 'sm', collapsed: { mobile: !isOpen } } : undefined}
    >
      <a className={classes.skip} href="#content">
        {t('frame.skipToContent')}
      </a>
      <AppShell.Header className={classes.header}>
        <Group gap="xs" wrap="nowrap">
          {navigation && (
            <Burger
              hiddenFrom="sm"
              size="sm"
              opened={isOpen}
              onClick={toggle}
              aria-expanded={isOpen}
              aria-label={t('frame.toggleNavigation')}
            />
          )}
          {brand}
        </Group>
        {account}
      </AppShell.Header>
      {navigation && (
        <AppShell.Navbar
          p="sm"
          aria-label={t('frame.navigation')}
          className={classes.navigation}
          data-closed={!isOpen || undefined}
          onClick={leave}
        >
          {navigation}
        </AppShell.Navbar>
      )}
      <AppShell.Main id="content" tabIndex={-1} className={classes.main}>
        {children}
      </AppShell.Main>
    </AppShell>
  )
}
