import type { SavedView } from '@atrium/tasks/views/saved-view.contract'
import { ConfirmMutation } from '@atrium/ui/dialogs/confirm-dialog'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { IconButton } from '@atrium/ui/icon-button'
import {
  IconCheck,
  IconChevronDown,
  IconDots,
  IconPencil,
  IconPlus,
  IconRestore,
  IconTrash,
  IconUsers,
} from '@atrium/ui/icons'
import { MenuItem } from '@atrium/ui/menu-item'
import { Badge, Button, Group, Menu, ScrollArea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  isChanged,
  savedFields,
  stateOf,
  stateOfSaved,
  usualFilter,
  type ViewState,
} from '../view/view-state.ts'
import { savedViewsQuery, useChangeSavedView, useDeleteSavedView } from './saved-view.queries.ts'
import { SavedViewDialog } from './saved-view-dialog.tsx'

interface SavedViewMenuProps {
  projectId: number | undefined
  myId: number
  mayShare: boolean
  mayManage: boolean
  state: ViewState
  onState: (state: ViewState) => void
}

/** Chooses a saved view, and saves what the screen shows. */
export function SavedViewMenu({ projectId, myId, mayShare, mayManage, state, onState }: SavedViewMenuProps) {
  const { t } = useTranslation()
  const { data: views = [] } = useQuery(savedViewsQuery(projectId))
  const change = useChangeSavedView(projectId)
  const remove = useDeleteSavedView(projectId)
  const [dialog, setDialog] = useState<'new' | SavedView>()
  const [deleted, setDeleted] = useState<SavedView>()
  const current = views.find(({ id }) => id === state.savedId)
  const isDirty = current !== undefined && isChanged(state, current)
  const mayChange = current && (current.ownerId === myId || (current.isShared && mayManage))
  const save = () =>
    current &&
    change.mutate(
      { id: current.id, ...savedFields(state) },
      { onSuccess: () => notifyOfSuccess(t('views.saved.saved', { name: current.name })) },
    )
  const icon = { size: 16, stroke: 1.75 }
  return (
    <Group gap={4} wrap="nowrap" miw={0}>
      <Menu position="bottom-start" width={260}>
        <Menu.Target>
          <Button
            size="xs"
            variant="default"
            fw={500}
            maw={220}
            rightSection={<IconChevronDown size={13} stroke={1.75} />}
          >
            {current?.name ?? t('views.saved.all')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <ScrollArea.Autosize mah="min(24rem, 60vh)" type="auto">
            <Menu.Item
              rightSection={!current && <IconCheck {...icon} />}
              onClick={() => onState(stateOf({ view: state.kind }, usualFilter(projectId, state.kind)))}
            >
              {t('views.saved.all')}
            </Menu.Item>
            <ViewItems
              label={t('views.saved.own')}
              views={views.filter(({ isShared }) => !isShared)}
              currentId={current?.id}
              onState={onState}
            />
            <ViewItems
              label={t('views.saved.shared')}
              views={views.filter(({ isShared }) => isShared)}
              currentId={current?.id}
              onState={onState}
            />
          </ScrollArea.Autosize>
          <Menu.Divider />
          <MenuItem icon={IconPlus} label={t('views.saved.saveAs')} onClick={() => setDialog('new')} />
        </Menu.Dropdown>
      </Menu>
      {isDirty && (
        <Badge variant="light" color="amber" visibleFrom="sm">
          {t('views.saved.changed')}
        </Badge>
      )}
      {isDirty && mayChange && (
        <Button size="compact-sm" loading={change.isPending} onClick={save}>
          {t('actions.save')}
        </Button>
      )}
      {current && (
        <CurrentViewMenu
          view={current}
          isDirty={isDirty}
          mayChange={mayChange ?? false}
          mayShare={projectId !== undefined && mayShare}
          onReset={() => onState(stateOfSaved(current))}
          onRename={() => setDialog(current)}
          onShare={() => change.mutate({ id: current.id, isShared: !current.isShared })}
          onDelete={() => setDeleted(current)}
          onSaveAs={() => setDialog('new')}
        />
      )}
      <SavedViewDialog
        projectId={projectId}
        view={dialog}
        state={state}
        mayShare={mayShare && projectId !== undefined}
        onSaved={view => onState(stateOfSaved(view))}
        onClose={() => setDialog(undefined)}
      />
      <ConfirmMutation
        title={t('views.saved.deleteTitle')}
        text={t(deleted?.isShared ? 'views.saved.deleteShared' : 'views.saved.deleteText', {
          name: deleted?.name ?? '',
        })}
        action={t('actions.delete')}
        isOpen={deleted !== undefined}
        mutation={remove}
        input={deleted?.id ?? 0}
        onSuccess={() => onState({ ...state, savedId: undefined })}
        onClose={() => setDeleted(undefined)}
      />
    </Group>
  )
}

interface CurrentViewMenuProps {
  view: SavedView
  isDirty: boolean
  mayChange: boolean
  mayShare: boolean
  onReset: () => void
  onRename: () => void
  onShare: () => void
  onDelete: () => void
  onSaveAs: () => void
}

/** What can be done with the chosen view. */
function CurrentViewMenu({ view, isDirty, mayChange, mayShare, ...actions }: CurrentViewMenuProps) {
  const { t } = useTranslation()
  return (
    <Menu position="bottom-start" width={220}>
      <Menu.Target>
        <IconButton icon={IconDots} label={t('views.saved.menu', { name: view.name })} size={30} />
      </Menu.Target>
      <Menu.Dropdown>
        {isDirty && <MenuItem icon={IconRestore} label={t('views.saved.reset')} onClick={actions.onReset} />}
        {mayChange && (
          <MenuItem icon={IconPencil} label={t('views.saved.rename')} onClick={actions.onRename} />
        )}
        {mayChange && mayShare && (
          <MenuItem
            icon={IconUsers}
            label={t(view.isShared ? 'views.saved.unshare' : 'views.saved.share')}
            onClick={actions.onShare}
          />
        )}
        <MenuItem icon={IconPlus} label={t('views.saved.saveAs')} onClick={actions.onSaveAs} />
        {mayChange && (
          <MenuItem icon={IconTrash} label={t('views.saved.delete')} color="red" onClick={actions.onDelete} />
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

interface ViewItemsProps {
  label: string
  views: SavedView[]
  currentId: number | undefined
  onState: (state: ViewState) => void
}

function ViewItems({ label, views, currentId, onState }: ViewItemsProps) {
  if (views.length === 0) return null
  return (
    <>
      <Menu.Label>{label}</Menu.Label>
      {views.map(view => (
        <Menu.Item
          key={view.id}
          rightSection={view.id === currentId && <IconCheck size={16} stroke={1.75} />}
          onClick={() => onState(stateOfSaved(view))}
        >
          {view.name}
        </Menu.Item>
      ))}
    </>
  )
}
