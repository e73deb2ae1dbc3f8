import type { Group } from '@atrium/identity/groups/group.contract'
import { RecordDialog } from '@atrium/ui/dialogs/dialog'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { ErrorState, LoadingSkeleton } from '@atrium/ui/feedback/states'
import { fullName } from '@atrium/ui/format'
import { Alert, Anchor, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isManagedElsewhere, useSourceName } from '../data/groups.ts'
import { UserSelect } from '../data/user-select.tsx'
import { groupQuery, useAddMember } from '../features/groups/group.queries.ts'
import { GroupMembers } from '../features/groups/group-members.tsx'
import { GroupRoles } from '../features/groups/group-roles.tsx'
import { GroupForm } from '../features/groups/groups.tsx'
import { PageFrame } from './page-frame.tsx'

export default function GroupPage() {
  const { t } = useTranslation(['app', 'ui'])
  const { groupId } = useParams({ from: '/admin/groups/$groupId' })
  const { data: group, error, isPending, isFetching, refetch } = useQuery(groupQuery(groupId))
  const allGroups = <Link to="/admin/groups">{t('groups.notFound')}</Link>
  return (
    <PageFrame
      title={group?.name ?? t('ui:administration.pages.groups')}
      lead={group?.description ?? undefined}
      above={<Link to="/admin/groups">{t('ui:administration.pages.groups')}</Link>}
      actions={group && <EditGroup group={group} />}
    >
      {!group && error && (
        <ErrorState
          error={error}
          onRetry={refetch}
          isRetrying={isFetching}
          fallbackAction={<Anchor size="sm" renderRoot={props => <span {...props}>{allGroups}</span>} />}
        />
      )}
      {isPending && <LoadingSkeleton h={150} radius="lg" />}
      {group && (
        <>
          {isManagedElsewhere(group) && <ManagedNotice group={group} />}
          <GroupMembers groupId={group.id}>
            <AddMember groupId={group.id} />
          </GroupMembers>
          <GroupRoles group={group} />
        </>
      )}
    </PageFrame>
  )
}

function EditGroup({ group }: { group: Group }) {
  const { t } = useTranslation()
  const [edited, setEdited] = useState<Group>()
  const close = () => setEdited(undefined)
  return (
    <>
      <Button variant="default" onClick={() => setEdited(group)}>
        {t('groups.actions')}
      </Button>
      <RecordDialog record={edited} title={() => t('groups.edit', { name: group.name })} onClose={close}>
        {record => <GroupForm group={record} onClose={close} />}
      </RecordDialog>
    </>
  )
}

function ManagedNotice({ group }: { group: Group }) {
  const { t } = useTranslation()
  const sourceName = useSourceName()
  return (
    <Alert color="cobalt" title={t('groups.managedTitle', { source: sourceName(group.source) })}>
      {t('groups.managedText')}
    </Alert>
  )
}

/** Adds the chosen person at once, and is empty again for the next one. */
function AddMember({ groupId }: { groupId: number }) {
  const { t } = useTranslation()
  const { mutate } = useAddMember(groupId)
  const [count, setCount] = useState(0)
  const add = (userId: number | undefined) => {
    if (userId === undefined) return
    setCount(count + 1)
    mutate(userId, {
      onSuccess: member => notifyOfSuccess(t('groups.members.added', { name: fullName(member) })),
    })
  }
  return (
    <UserSelect
      key={count}
      label={t('groups.members.add')}
      placeholder={t('groups.members.addText')}
      userId={undefined}
      onChange={add}
    />
  )
}
