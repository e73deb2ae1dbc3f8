import { MAX_BULK_USERS } from '@atrium/identity/users/bulk/bulk-user.contract'
import type { ListedUser } from '@atrium/identity/users/user.contract'
import { useLastShown } from '@atrium/ui/dialogs/dialog'
import { IconButton } from '@atrium/ui/icon-button'
import { IconX } from '@atrium/ui/icons'
import { Button, Group, Menu, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHasPermission } from '../../data/current-user.ts'
import classes from './bulk-bar.module.css'
import { BulkDialog } from './bulk-dialog.tsx'
import { type BulkAction, bulkActions } from './bulk-user.queries.ts'

interface BulkBarProps {
  selected: ListedUser[]
  onClear: () => void
}

/** Whether the reader can do anything with several users. */
export function useCanChangeUsers() {
  const hasPermission = useHasPermission()
  return bulkActions.some(({ permission }) => hasPermission(permission))
}

/** What can be done with the selected users. */
export function BulkBar({ selected, onClear }: BulkBarProps) {
  const { t } = useTranslation()
  const hasPermission = useHasPermission()
  const [action, setAction] = useState<BulkAction>()
  const shown = useLastShown(action)
  const fits = ({ name, permission }: BulkAction) => {
    if (!hasPermission(permission)) return false
    if (name === 'archive') return selected.some(({ status }) => status === 'active')
    if (name === 'restore') return selected.some(({ status }) => status === 'archived')
    return true
  }
  const isTooMany = selected.length > MAX_BULK_USERS
  return (
    <section className={classes.bar} aria-label={t('users.bulk.label')}>
      <Group gap={4} wrap="nowrap">
        <Text size="sm" fw={600} role="status">
          {t('users.bulk.selected', { count: selected.length })}
        </Text>
        <IconButton icon={IconX} label={t('users.bulk.clear')} size={28} onClick={onClear} />
      </Group>
      {isTooMany ? (
        <Text size="sm" role="status">
          {t('users.bulk.tooMany', { count: MAX_BULK_USERS })}
        </Text>
      ) : (
        <>
          <Group gap={6} visibleFrom="sm">
            {bulkActions.filter(fits).map(each => (
              <Button key={each.name} size="compact-md" variant="default" onClick={() => setAction(each)}>
                {t(`users.bulk.${each.name}.label`)}
              </Button>
            ))}
          </Group>
          <Menu position="top-end">
            <Menu.Target>
              <Button variant="default" hiddenFrom="sm">
                {t('users.bulk.change')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {bulkActions.filter(fits).map(each => (
                <Menu.Item key={each.name} onClick={() => setAction(each)}>
                  {t(`users.bulk.${each.name}.label`)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        </>
      )}
      {shown && (
        <BulkDialog
          key={shown.name}
          action={shown}
          users={selected}
          isOpen={action !== undefined}
          onClose={() => setAction(undefined)}
          onDone={onClear}
        />
      )}
    </section>
  )
}
