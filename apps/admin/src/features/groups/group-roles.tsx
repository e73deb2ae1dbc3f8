import type { Group as UserGroup } from '@atrium/identity/groups/group.contract'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { IconButton } from '@atrium/ui/icon-button'
import { IconShield, IconX } from '@atrium/ui/icons'
import { SectionCard } from '@atrium/ui/shell/section-card'
import { Group, Select, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCanGrant, useHierarchy, useRoles } from '../../data/roles.ts'
import { useAssignGroupRole, useUnassignGroupRole } from './group.queries.ts'
import classes from './groups.module.css'

/** The roles that all members have, and those that the reader can add. */
export function GroupRoles({ group }: { group: UserGroup }) {
  const { t } = useTranslation()
  const { isAbove } = useHierarchy()
  const removal = useUnassignGroupRole(group.id)
  const remove = ({ id, name }: { id: number; name: string }) =>
    removal.mutate(id, { onSuccess: () => notifyOfSuccess(t('groups.roles.removed', { role: name })) })
  return (
    <SectionCard title={t('groups.roles.title')} text={t('groups.roles.text')}>
      <Stack gap="md">
        {group.roles.length === 0 && <Text c="dimmed">{t('groups.roles.empty')}</Text>}
        {group.roles.length > 0 && (
          <ul className={classes.rows} aria-label={t('groups.roles.title')}>
            {group.roles.map(role => (
              <Group key={role.id} component="li" className={classes.row} gap="sm" wrap="nowrap">
                <IconShield size={18} stroke={1.75} aria-hidden="true" />
                <Text fw={600} flex={1} miw={0}>
                  {role.name}
                </Text>
                {!isAbove(role.level) && (
                  <IconButton
                    icon={IconX}
                    iconSize={18}
                    label={t('groups.roles.remove', { role: role.name })}
                    disabled={removal.isPending}
                    onClick={() => remove(role)}
                  />
                )}
              </Group>
            ))}
          </ul>
        )}
        <AddRole group={group} />
        <Text size="sm" c="dimmed">
          {t('groups.roles.projects')}
        </Text>
      </Stack>
    </SectionCard>
  )
}

function AddRole({ group }: { group: UserGroup }) {
  const { t } = useTranslation()
  const { data: roles = [] } = useRoles()
  const { isAbove } = useHierarchy()
  const canGrant = useCanGrant()
  const addition = useAssignGroupRole(group.id)
  const offered = roles.filter(
    ({ id, level, permissions }) =>
      !isAbove(level) &&
      permissions.every(name => canGrant(name, false)) &&
      group.roles.every(given => given.id !== id),
  )
  const add = (roleId: string | null, role: string) => {
    if (roleId === null) return
    addition.mutate(Number(roleId), {
      onSuccess: () => notifyOfSuccess(t('groups.roles.assigned', { role })),
    })
  }
  if (offered.length === 0) return null
  return (
    <Select
      label={t('groups.roles.choose')}
      placeholder={t('groups.roles.chooseText')}
      nothingFoundMessage={t('groups.roles.none')}
      data={offered.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={null}
      onChange={(value, option) => add(value, option?.label ?? '')}
      disabled={addition.isPending}
      maw={360}
    />
  )
}
