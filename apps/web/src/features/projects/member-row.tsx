import type { Member } from '@atrium/tasks/projects/member.contract'
import type { MemberRole } from '@atrium/tasks/projects/rights.contract'
import { IconCrown, IconDots, IconUserMinus } from '@atrium/ui/icons'
import { fullName } from '@atrium/ui/person'
import { ActionIcon, Avatar, Badge, Group, Menu, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './member-row.module.css'
import { RoleSelect } from './role-select.tsx'

interface MemberRowProps {
  member: Member
  isSelf: boolean
  mayChange: boolean
  mayHandOver: boolean
  /** As it is, or as it is about to be. */
  role: MemberRole
  onRole: (role: MemberRole) => void
  onRemove: () => void
  onHandOver: () => void
}

export function MemberRow(props: MemberRowProps) {
  const { member, role, isSelf, mayChange, onRole } = props
  const { t } = useTranslation()
  const name = fullName(member.user)
  return (
    <li className={classes.row}>
      <div className={classes.who}>
        <Avatar src={member.user.avatarUrl} name={name} color="initials" alt="" aria-hidden="true" />
        <div style={{ minWidth: 0 }}>
          <Group gap={6}>
            <Text fw={600}>{name}</Text>
            {isSelf && (
              <Badge color="gray" size="sm">
                {t('projects.people.you')}
              </Badge>
            )}
          </Group>
          {member.user.email && (
            <Text size="sm" c="dimmed" truncate>
              {member.user.email}
            </Text>
          )}
        </div>
      </div>
      {mayChange && role !== 'owner' ? (
        <RoleSelect label={t('projects.people.roleOf', { name })} value={role} onChange={onRole} />
      ) : (
        <Badge color={role === 'owner' ? 'cobalt' : 'gray'} size="lg">
          {t(`projects.roles.${role}`)}
        </Badge>
      )}
      {mayChange && <MemberMenu {...props} name={name} />}
    </li>
  )
}

function MemberMenu({ name, mayHandOver, onRemove, onHandOver }: MemberRowProps & { name: string }) {
  const { t } = useTranslation()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('projects.people.menu', { name })}>
          <IconDots size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {mayHandOver && (
          <Menu.Item leftSection={<IconCrown size={16} stroke={1.75} />} onClick={onHandOver}>
            {t('projects.people.handOver.open')}
          </Menu.Item>
        )}
        <Menu.Item color="red" leftSection={<IconUserMinus size={16} stroke={1.75} />} onClick={onRemove}>
          {t('projects.people.remove.open')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
