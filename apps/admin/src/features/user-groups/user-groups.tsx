import type { Group as UserGroup } from '@atrium/identity/groups/group.contract'
import * as contracts from '@atrium/identity/groups/group.contract'
import type { User } from '@atrium/identity/users/user.contract'
import { ConfirmMutation } from '@atrium/ui/dialogs/confirm-dialog'
import { useLastShown } from '@atrium/ui/dialogs/dialog'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { ErrorState, RowsSkeleton } from '@atrium/ui/feedback/states'
import { IconButton } from '@atrium/ui/icon-button'
import { IconUsersGroup, IconX } from '@atrium/ui/icons'
import { useInvalidation } from '@atrium/ui/queries'
import { conflictsAreExplained } from '@atrium/ui/query-client'
import { SectionCard } from '@atrium/ui/shell/section-card'
import { Anchor, Badge, Group, Select, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api.ts'
import { currentUserQuery } from '../../data/current-user.ts'
import {
  groupsKey,
  isManagedElsewhere,
  useAllGroups,
  userGroupsQuery,
  useSourceName,
} from '../../data/groups.ts'
import { useRefusalNotice } from '../../data/refusal-notice.ts'

interface UserGroupsProps {
  user: User
  mayChange: boolean
}

/** The groups of a user, what each of them gives, and those that the reader can add the user to. */
export function UserGroups({ user, mayChange }: UserGroupsProps) {
  const { t } = useTranslation()
  const { data: groups, error, isFetching, refetch } = useQuery(userGroupsQuery(user.id))
  const [left, setLeft] = useState<UserGroup>()
  return (
    <SectionCard title={t('groups.ofUser.title')} text={t('groups.ofUser.text')}>
      <Stack gap="md">
        {!groups && error && <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />}
        {!groups && !error && <RowsSkeleton rows={1} />}
        {groups?.length === 0 && <Text c="dimmed">{t('groups.ofUser.empty')}</Text>}
        {groups && groups.length > 0 && (
          <Stack
            component="ul"
            gap="sm"
            m={0}
            p={0}
            style={{ listStyle: 'none' }}
            aria-label={t('groups.ofUser.title')}
          >
            {groups.map(group => (
              <GroupRow
                key={group.id}
                group={group}
                onRemove={mayChange ? () => setLeft(group) : undefined}
              />
            ))}
          </Stack>
        )}
        {groups && mayChange && !user.archivedAt && <AddToGroup userId={user.id} groups={groups} />}
      </Stack>
      <LeaveGroup userId={user.id} group={left} onClose={() => setLeft(undefined)} />
    </SectionCard>
  )
}

function GroupRow({ group, onRemove }: { group: UserGroup; onRemove: (() => void) | undefined }) {
  const { t } = useTranslation()
  const sourceName = useSourceName()
  const { id, name, roles } = group
  return (
    <Group component="li" gap="sm" wrap="nowrap">
      <IconUsersGroup size={20} stroke={1.75} aria-hidden="true" style={{ flexShrink: 0 }} />
      <Stack gap={0} flex={1} miw={0}>
        <Group gap={6}>
          <Anchor
            c="inherit"
            fw={600}
            renderRoot={props => <Link to="/admin/groups/$groupId" params={{ groupId: id }} {...props} />}
          >
            {name}
          </Anchor>
          {isManagedElsewhere(group) && (
            <Badge color="cobalt">{t('groups.managedBy', { source: sourceName(group.source) })}</Badge>
          )}
        </Group>
        {roles.length > 0 && (
          <Text size="sm" c="dimmed">
            {t('groups.ofUser.gives', { roles: roles.map(role => role.name).join(', ') })}
          </Text>
        )}
      </Stack>
      {onRemove && (
        <IconButton
          icon={IconX}
          iconSize={18}
          label={t('groups.ofUser.remove', { name })}
          onClick={onRemove}
        />
      )}
    </Group>
  )
}

function AddToGroup({ userId, groups }: { userId: number; groups: UserGroup[] }) {
  const { t } = useTranslation()
  const { data: all = [] } = useAllGroups()
  const refresh = useRefresh()
  const addition = useMutation({
    mutationFn: (id: number) => api(contracts.addGroupMember, { params: { id, userId } }),
    meta: { showsOwnErrors: true },
    onError: useRefusalNotice(),
    onSettled: refresh,
  })
  const others = all.filter(({ id }) => groups.every(group => group.id !== id))
  if (others.length === 0) return null
  const add = (id: string | null, name: string) => {
    if (id === null) return
    addition.mutate(Number(id), { onSuccess: () => notifyOfSuccess(t('groups.ofUser.added', { name })) })
  }
  return (
    <Select
      label={t('groups.ofUser.add')}
      placeholder={t('groups.ofUser.addText')}
      nothingFoundMessage={t('groups.ofUser.none')}
      data={others.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={null}
      onChange={(value, option) => add(value, option?.label ?? '')}
      disabled={addition.isPending}
      searchable
      maw={360}
    />
  )
}

interface LeaveGroupProps {
  userId: number
  group: UserGroup | undefined
  onClose: () => void
}

function LeaveGroup({ userId, group, onClose }: LeaveGroupProps) {
  const { t } = useTranslation()
  const sourceName = useSourceName()
  const refresh = useRefresh()
  const removal = useMutation({
    ...conflictsAreExplained,
    mutationFn: (id: number) => api(contracts.removeGroupMember, { params: { id, userId } }),
    onSettled: refresh,
  })
  const shown = useLastShown(group)
  if (!shown) return null
  const { id, name } = shown
  return (
    <ConfirmMutation
      mutation={removal}
      input={id}
      title={t('groups.ofUser.removeTitle', { name })}
      text={t('groups.members.removeText')}
      action={t('groups.members.removeAction')}
      doneMessage={t('groups.ofUser.removed', { name })}
      explain={{
        membership_managed_elsewhere: t('groups.ofUser.managedElsewhere', {
          source: sourceName(shown.source),
        }),
      }}
      isOpen={group !== undefined}
      onClose={onClose}
    />
  )
}

function useRefresh() {
  return useInvalidation(groupsKey, ['users'], ['audit'], currentUserQuery.queryKey)
}
