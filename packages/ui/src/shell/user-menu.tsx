import type { Language } from '@atrium/core/languages'
import {
  Anchor,
  Box,
  Button,
  Divider,
  Group,
  type MantineColorScheme,
  Popover,
  Stack,
  Text,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { MouseEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { branding } from '../branding.ts'
import { fullName, type Person } from '../format.ts'
import { IconChevronDown, IconLogout } from '../icons.ts'
import { shownLanguages } from '../language.ts'
import { PersonAvatar } from '../person-avatar.tsx'
import { ColorSchemeSwitch, LanguageSwitch } from './preference-switches.tsx'

interface UserMenuProps {
  user: Person & { avatarUrl: string | null }
  onSignOut: () => void
  isSigningOut: boolean
  onChooseLanguage?: (language: Language) => void
  onChooseColorScheme?: (scheme: MantineColorScheme) => void
  /** Further links. */
  children?: ReactNode
}

export function UserMenu({
  user,
  onSignOut,
  isSigningOut,
  onChooseLanguage,
  onChooseColorScheme,
  children,
}: UserMenuProps) {
  const { t } = useTranslation('ui')
  const [isOpen, { toggle, close }] = useDisclosure()
  const leave = ({ target }: MouseEvent) => {
    if ((target as Element).closest('a')) close()
  }
  const name = fullName(user)
  const avatar = <PersonAvatar person={user} size={34} />
  return (
    <Popover
      opened={isOpen}
      onChange={close}
      position="bottom-end"
      width={288}
      offset={10}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <UnstyledButton p={4} bdrs="xl" onClick={toggle}>
          <VisuallyHidden>{t('userMenu.open', { name })}</VisuallyHidden>
          <Group gap={6} wrap="nowrap" aria-hidden="true">
            {avatar}
            <Box visibleFrom="xs" c="dimmed" lh={0}>
              <IconChevronDown size={16} stroke={1.75} />
            </Box>
          </Group>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={t('userMenu.open', { name })} onClick={leave}>
        <Group p="md" gap="sm" wrap="nowrap">
          {avatar}
          <Stack gap={0} miw={0}>
            <Text fw={600} truncate>
              {name}
            </Text>
            <Text size="xs" c="dimmed" truncate>
              {user.email}
            </Text>
          </Stack>
        </Group>
        <Divider />
        <Stack p="md" gap="sm">
          {shownLanguages().length > 1 && (
            <Setting label={t('language')}>
              <LanguageSwitch onChoose={onChooseLanguage} />
            </Setting>
          )}
          <Setting label={t('colorScheme.label')}>
            <ColorSchemeSwitch onChoose={onChooseColorScheme} />
          </Setting>
        </Stack>
        <Divider />
        {children}
        <Button
          {...userMenuItem}
          leftSection={<IconLogout size={18} stroke={1.75} />}
          loading={isSigningOut}
          onClick={onSignOut}
        >
          {t('userMenu.signOut')}
        </Button>
        <LegalLinks />
      </Popover.Dropdown>
    </Popover>
  )
}

/** The links that the law asks for, if administrators have set them. */
function LegalLinks() {
  const { t } = useTranslation('ui')
  const links = [
    { label: t('legal.terms'), href: branding.termsUrl },
    { label: t('legal.privacy'), href: branding.privacyUrl },
    { label: t('legal.imprint'), href: branding.imprintUrl },
  ].filter(({ href }) => href)
  if (links.length === 0) return null
  return (
    <>
      <Divider />
      <Group component="nav" aria-label={t('legal.label')} px="md" py="sm" gap="xs">
        {links.map(({ label, href }) => (
          <Anchor key={label} href={href ?? ''} target="_blank" rel="noreferrer" size="xs" c="dimmed">
            {label}
          </Anchor>
        ))}
      </Group>
    </>
  )
}

/** How an entry of the menu looks, for links that an application adds. */
export const userMenuItem = {
  variant: 'subtle',
  color: 'gray',
  fullWidth: true,
  justify: 'flex-start',
  h: 48,
  radius: 0,
} as const

function Setting({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Stack gap={6}>
      <Text size="xs" fw={500} c="dimmed" aria-hidden="true">
        {label}
      </Text>
      {children}
    </Stack>
  )
}
