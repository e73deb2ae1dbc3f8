import type { Role } from '@atrium/identity/access-control/role.contract'
import type { UserRole } from '@atrium/identity/access-control/user-role.contract'
import { IconCircleCheck, IconLock } from '@atrium/ui/icons'
import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { AssignedText } from './assigned-text.tsx'
import classes from './role-row.module.css'

interface RoleRowProps {
  role: Role
  held: UserRole | undefined
  isAbove: boolean
  /** It has permissions that the reader lacks: they may remove it, but not assign it. */
  isBeyond: boolean
  mayManage: boolean
  isPending: boolean
  onGive: (role: Role) => void
  onTake: (held: UserRole) => void
}

export function RoleRow(props: RoleRowProps) {
  const { role, held, isAbove, isBeyond, mayManage, isPending, onGive, onTake } = props
  const { t } = useTranslation()
  const isLocked = isAbove || (isBeyond && !held)
  return (
    <Group component="li" className={classes.row} gap="sm" justify="space-between">
      <Stack gap={2} flex="1 1 14rem" miw={0}>
        <Group gap="xs">
          <Text fw={600}>{role.name}</Text>
          {held && (
            <Badge color="teal" leftSection={<IconCircleCheck size={14} />}>
              {t('users.roles.has')}
            </Badge>
          )}
          <Text size="xs" c="dimmed">
            {t('users.roles.level', { level: role.level })}
          </Text>
        </Group>
        <Text size="sm" c="dimmed">
          {aboutOf(role, t)}
        </Text>
        {held && <AssignedText held={held} />}
      </Stack>
      {mayManage && isLocked && (
        <Group gap={6} c="dimmed" wrap="nowrap">
          <IconLock size={16} stroke={1.75} />
          <Text size="sm">{t(isAbove ? 'users.roles.above' : 'users.roles.beyond')}</Text>
        </Group>
      )}
      {mayManage && !isLocked && (
        <Button
          size="xs"
          variant={held ? 'default' : 'light'}
          disabled={isPending}
          aria-label={t(held ? 'users.roles.removeRole' : 'users.roles.assignRole', { role: role.name })}
          onClick={() => (held ? onTake(held) : onGive(role))}
        >
          {t(held ? 'users.roles.remove' : 'users.roles.assign')}
        </Button>
      )}
    </Group>
  )
}

const builtIn = ['owner', 'admin', 'manager', 'user'] as const

/** The built-in ones are told in the reader's language. */
function aboutOf(role: Role, t: TFunction) {
  const name = role.isSystem && builtIn.find(name => name === role.name)
  return name ? t(`users.roles.about.${name}`) : role.description
}
