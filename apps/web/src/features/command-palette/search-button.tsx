import { IconSearch } from '@atrium/ui/icons'
import { keyCaps } from '@atrium/ui/shortcut-keys'
import { ActionIcon, Kbd, UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { commandKeys } from './command.ts'
import classes from './search-button.module.css'

/** Looks like a field where there is room for one. */
export function SearchButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation()
  const label = t('work.palette.open')
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        hiddenFrom="md"
        onClick={onClick}
        aria-label={label}
      >
        <IconSearch size={20} stroke={1.75} />
      </ActionIcon>
      <UnstyledButton visibleFrom="md" className={classes.field} onClick={onClick}>
        <IconSearch size={16} stroke={1.75} aria-hidden="true" />
        <span className={classes.label}>{t('navigation.search')}</span>
        <Kbd size="xs">{keyCaps(commandKeys.search)}</Kbd>
      </UnstyledButton>
    </>
  )
}
