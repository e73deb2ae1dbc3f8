import type { GroupMember } from '@atrium/identity/groups/group.contract'
import { LOCAL } from '@atrium/identity/groups/group.contract'
import { ConfirmMutation } from '@atrium/ui/dialogs/confirm-dialog'
import { useLastShown } from '@atrium/ui/dialogs/dialog'
import { ErrorState, RowsSkeleton } from '@atrium/ui/feedback/states'
import { fullName } from '@atrium/ui/format'
import { SearchBox } from '@atrium/ui/forms/search-box'
import { IconButton } from '@atrium/ui/icon-button'
import { IconLock, IconX } from '@atrium/ui/icons'
import { PageSwitch, useLastPage } from '@atrium/ui/lists/page-switch'
import { PersonAvatar } from '@atrium/ui/person-avatar'
import { SectionCard } from '@atrium/ui/shell/section-card'
import { Anchor, Badge, Group, Stack, Text, Tooltip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSourceName } from '../../data/groups.ts'
import { groupMembersQuery, useRemoveMember } from './group.queries.ts'
import classes from './groups.module.css'

interface GroupMembersProps {
  groupId: number
  /** Adds a person. */
  children: ReactNode
}

export function GroupMembers({ groupId, children }: GroupMembersProps) {
  const { t } = useTranslation()
  const [{ search, page }, setShown] = useState({ search: '', page: 1 })
  const { data, error, isFetching, refetch } = useQuery(groupMembersQuery(groupId, search, page))
  const [removed, setRemoved] = useState<GroupMember>()
  const toPage = (next: number) => setShown({ search, page: next })
  useLastPage(data, toPage)
  const hasMany = search !== '' || (data?._meta.pages ?? 1) > 1
  return (
    <SectionCard title={t('groups.members.title')} text={t('groups.members.text')}>
      <Stack gap="md">
        {children}
        {hasMany && (
          <SearchBox
            label={t('groups.members.search')}
            onSearch={text => setShown({ search: text, page: 1 })}
          />
        )}
        {!data && error && <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />}
        {!data && !error && <RowsSkeleton rows={3} />}
        {data?.items.length === 0 && (
          <Text c="dimmed">{t(search ? 'groups.members.nobody' : 'groups.members.empty')}</Text>
        )}
        {data && data.items.length > 0 && (
          <ul className={classes.rows} aria-label={t('groups.members.title')}>
            {data.items.map(member => (
              <MemberRow key={member.userId} member={member} onRemove={() => setRemoved(member)} />
            ))}
          </ul>
        )}
        {data && <PageSwitch page={page} pages={data._meta.pages} onChange={toPage} />}
      </Stack>
      <RemoveMember groupId={groupId} member={removed} onClose={() => setRemoved(undefined)} />
    </SectionCard>
  )
}

function MemberRow({ member, onRemove }: { member: GroupMember; onRemove: () => void }) {
  const { t } = useTranslation()
  const sourceName = useSourceName()
  const name = fullName(member)
  const elsewhere = member.sources.filter(source => source !== LOCAL).map(sourceName)
  return (
    <Group component="li" className={classes.row} gap="sm" wrap="nowrap">
      <PersonAvatar person={{ ...member, avatarUrl: null }} />
      <Stack gap={0} flex={1} miw={0}>
        <Group gap={6}>
          <Anchor
            c="inherit"
            fw={600}
            renderRoot={props => (
              <Link to="/admin/users/$userId" params={{ userId: member.userId }} {...props} />
            )}
          >
            {name}
          </Anchor>
          {member.isArchived && <Badge color="gray">{t('groups.members.archived')}</Badge>}
        </Group>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {member.email}
        </Text>
        {elsewhere.length > 0 && (
          <Text size="sm" c="dimmed">
            {t('groups.members.through', { source: elsewhere.join(', ') })}
          </Text>
        )}
      </Stack>
      {member.source === LOCAL ? (
        <IconButton
          icon={IconX}
          iconSize={18}
          label={t('groups.members.remove', { name })}
          onClick={onRemove}
        />
      ) : (
        <ManagedElsewhere source={elsewhere.join(', ')} />
      )}
    </Group>
  )
}

function ManagedElsewhere({ source }: { source: string }) {
  const { t } = useTranslation()
  const text = t('groups.members.managed', { source })
  return (
    <Tooltip label={text} events={{ hover: true, focus: true, touch: true }}>
      <Text span c="dimmed" lh={0} p={5} tabIndex={0} role="img" aria-label={text}>
        <IconLock size={18} stroke={1.75} />
      </Text>
    </Tooltip>
  )
}

interface RemoveMemberProps {
  groupId: number
  member: GroupMember | undefined
  onClose: () => void
}

function RemoveMember({ groupId, member, onClose }: RemoveMemberProps) {
  const { t } = useTranslation()
  const mutation = useRemoveMember(groupId)
  const shown = useLastShown(member)
  if (!shown) return null
  const name = fullName(shown)
  return (
    <ConfirmMutation
      mutation={mutation}
      input={shown}
      title={t('groups.members.removeTitle', { name })}
      text={t('groups.members.removeText')}
      action={t('groups.members.removeAction')}
      doneMessage={t('groups.members.removed', { name })}
      isOpen={member !== undefined}
      onClose={onClose}
    />
  )
}
