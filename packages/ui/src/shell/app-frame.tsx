import { IconButton } from '@atrium/ui/icon-button'
import { AppShell, Burger, CloseButton, Drawer, Group, Tooltip } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { type MouseEvent, type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '../icons.ts'
import { keyCaps } from '../shortcuts/shortcut-keys.ts'
import classes from './app-frame.module.css'

interface AppFrameProps {
  brand: ReactNode
  account: ReactNode
  navigation?: ReactNode
  /** The navigation as a narrow strip of icons, if the user can collapse it to one. */
  rail?: Rail | undefined
  children: ReactNode
}

interface Rail {
  content: ReactNode
  isShown: boolean
  onToggle: () => void
  /** The shortcut that does the same. */
  keys: string
}

const WIDTH = 248
const RAIL_WIDTH = 64

/** Header, optional side navigation, and the page. On a phone the navigation is a drawer. */
export function AppFrame({ brand, account, navigation, rail, children }: AppFrameProps) {
  const { t } = useTranslation('ui')
  const width = rail?.isShown ? RAIL_WIDTH : WIDTH
  return (
    <AppShell
      header={{ height: 60 }}
      navbar={navigation ? { width, breakpoint: 'sm', collapsed: { mobile: true } } : undefined}
      transitionDuration={120}
    >
      <a className={classes.skip} href="#content">
        {t('frame.skipToContent')}
      </a>
      <AppShell.Header className={classes.header}>
        <Group gap="xs" wrap="nowrap">
          {navigation && <NavigationDrawer brand={brand}>{navigation}</NavigationDrawer>}
          {rail && navigation && <RailToggle rail={rail} />}
          {brand}
        </Group>
        {account}
      </AppShell.Header>
      {navigation && (
        <AppShell.Navbar
          p={rail?.isShown ? 'xs' : 'sm'}
          visibleFrom="sm"
          aria-label={t('frame.navigation')}
          className={classes.navigation}
        >
          {rail?.isShown ? rail.content : navigation}
        </AppShell.Navbar>
      )}
      <AppShell.Main id="content" tabIndex={-1} className={classes.main}>
        {children}
      </AppShell.Main>
    </AppShell>
  )
}

function RailToggle({ rail: { isShown, onToggle, keys } }: { rail: Rail }) {
  const { t } = useTranslation('ui')
  const label = t(isShown ? 'frame.expand' : 'frame.collapse')
  const Icon = isShown ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <Tooltip label={`${label} · ${keyCaps(keys).join(' ')}`} position="bottom-start">
      <IconButton
        icon={Icon}
        iconSize={20}
        label={label}
        size={36}
        ms={-8}
        visibleFrom="sm"
        aria-expanded={!isShown}
        onClick={onToggle}
      />
    </Tooltip>
  )
}

/** The burger and what it opens. */
function NavigationDrawer({ brand, children }: { brand: ReactNode; children: ReactNode }) {
  const { t } = useTranslation('ui')
  const [isOpen, { open, close }] = useDisclosure()
  const isPhone = useMediaQuery('(max-width: 47.99em)')
  const burger = useRef<HTMLButtonElement>(null)
  const leave = ({ target }: MouseEvent) => {
    if (!(target as Element).closest('a, [data-closes-navigation]')) return
    close()
    document.getElementById('content')?.focus()
  }
  return (
    <>
      <Burger
        ref={burger}
        hiddenFrom="sm"
        size="sm"
        onClick={open}
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        aria-label={t('frame.openNavigation')}
      />
      <Drawer.Root
        opened={isOpen && isPhone === true}
        onClose={() => {
          close()
          burger.current?.focus()
        }}
        padding="sm"
        returnFocus={false}
      >
        <Drawer.Overlay />
        <Drawer.Content aria-label={t('frame.navigation')} onClick={leave} className={classes.drawer}>
          <Group justify="space-between" wrap="nowrap" h={60} px="sm" flex="none">
            {brand}
            <CloseButton
              size="lg"
              aria-label={t('frame.closeNavigation')}
              data-autofocus
              onClick={() => {
                close()
                burger.current?.focus()
              }}
            />
          </Group>
          <Drawer.Body component="nav" aria-label={t('frame.navigation')} className={classes.drawerBody}>
            {children}
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
    </>
  )
}
