import type { Group } from '@atrium/identity/groups/group.contract'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { EmptyState } from '@atrium/ui/feedback/states'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { SearchBox } from '@atrium/ui/forms/search-box'
import { IconUsersGroup } from '@atrium/ui/icons'
import { CrudList } from '@atrium/ui/lists/crud-list'
import { useLastPage } from '@atrium/ui/lists/page-switch'
import { Anchor, Badge, Stack, Text, Textarea, TextInput, ThemeIcon } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isManagedElsewhere, useSourceName } from '../../data/groups.ts'
import { groupsQuery, useDeleteGroup, useSaveGroup } from './group.queries.ts'

export function Groups({ onCreated }: { onCreated: (id: number) => void }) {
  const { t } = useTranslation()
  const [{ search, page }, setShown] = useState({ search: '', page: 1 })
  const query = useQuery(groupsQuery(search, page))
  const { data: groups } = query
  const toPage = (next: number) => setShown({ search, page: next })
  useLastPage(groups, toPage)
  const deletion = useGroupDeletion()
  const isEmpty = search === '' && groups?._meta.total === 0
  return (
    <Stack gap="md">
      {!isEmpty && (
        <SearchBox label={t('groups.search')} onSearch={search => setShown({ search, page: 1 })} />
      )}
      <CrudList
        query={{ ...query, data: groups?.items }}
        text={groups && !isEmpty ? t('groups.count', { count: groups._meta.total }) : ''}
        createLabel={t('groups.create')}
        row={group => ({
          mark: (
            <ThemeIcon size={40} variant="light" visibleFrom="xs" aria-hidden="true">
              <IconUsersGroup size={22} stroke={1.6} />
            </ThemeIcon>
          ),
          name: <GroupLink group={group} />,
          facts: <GroupFacts group={group} />,
          text: group.description,
          editLabel: t('groups.edit', { name: group.name }),
          deleteLabel: t('groups.delete', { name: group.name }),
        })}
        form={(group, close) => <GroupForm group={group} onCreated={onCreated} onClose={close} />}
        deletion={deletion}
        empty={
          <EmptyState
            icon={IconUsersGroup}
            title={t(isEmpty ? 'groups.empty.title' : 'groups.empty.nothing')}
            text={t(isEmpty ? 'groups.empty.text' : 'groups.empty.nothingText')}
          />
        }
        paging={{ page, pages: groups?._meta.pages ?? 1, onChange: toPage }}
      />
    </Stack>
  )
}

function GroupLink({ group: { id, name } }: { group: Group }) {
  return (
    <Anchor
      c="inherit"
      fw={600}
      renderRoot={props => <Link to="/admin/groups/$groupId" params={{ groupId: id }} {...props} />}
    >
      {name}
    </Anchor>
  )
}

function GroupFacts({ group }: { group: Group }) {
  const { t } = useTranslation()
  const sourceName = useSourceName()
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('groups.memberCount', { count: group.memberCount })}
      </Text>
      {isManagedElsewhere(group) && (
        <Badge color="cobalt">{t('groups.managedBy', { source: sourceName(group.source) })}</Badge>
      )}
      {group.roles.map(({ id, name }) => (
        <Badge key={id} color="gray">
          {name}
        </Badge>
      ))}
    </>
  )
}

function useGroupDeletion() {
  const { t } = useTranslation()
  const sourceName = useSourceName()
  return {
    mutation: useDeleteGroup(),
    question: (group: Group) => ({
      title: t('groups.deleteTitle', { name: group.name }),
      text: isManagedElsewhere(group)
        ? `${t('groups.deleteText')} ${t('groups.deleteManaged', { source: sourceName(group.source) })}`
        : t('groups.deleteText'),
      action: t('groups.delete', { name: group.name }),
    }),
    doneMessage: ({ name }: Group) => t('groups.deleted', { name }),
  }
}

interface GroupFormProps {
  group: Group | undefined
  onCreated?: (id: number) => void
  onClose: () => void
}

export function GroupForm({ group, onCreated, onClose }: GroupFormProps) {
  const { t } = useTranslation()
  const sourceName = useSourceName()
  const isManaged = group !== undefined && isManagedElsewhere(group)
  const form = useMutationForm({
    mutation: useSaveGroup(),
    initialValues: { name: group?.name ?? '', description: group?.description ?? '' },
    toInput: ({ name, description }) => ({
      id: group?.id,
      name: name.trim(),
      description: description.trim() || null,
    }),
    onSuccess: saved => {
      onClose()
      notifyOfSuccess(group ? t('groups.changed') : t('groups.created', { name: saved.name }))
      if (!group) onCreated?.(saved.id)
    },
    explain: { group_name_taken: { name: t('groups.fields.taken') } },
  })
  return (
    <DialogForm form={form} submitLabel={group ? undefined : t('groups.create')} onCancel={onClose}>
      <TextInput
        {...form.field('name')}
        label={t('groups.fields.name')}
        description={
          isManaged
            ? t('groups.fields.nameManaged', { source: sourceName(group.source) })
            : t('groups.fields.nameText')
        }
        readOnly={isManaged}
        required
        maxLength={255}
        autoComplete="off"
        data-autofocus
      />
      <Textarea {...form.field('description')} label={t('groups.fields.description')} maxLength={500} />
    </DialogForm>
  )
}
