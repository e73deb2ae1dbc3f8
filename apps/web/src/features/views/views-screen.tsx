import type { CustomField } from '@atrium/tasks/fields/field.contract'
import { type FindField, findFilterField } from '@atrium/tasks/views/filter-fields.contract'
import { EmptyState, RowsSkeleton } from '@atrium/ui/feedback/states'
import { IconAlertCircle } from '@atrium/ui/icons'
import { useUndoShortcut } from '@atrium/ui/shortcuts/undo-shortcut'
import { Box } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useToday } from '../../data/account/user-settings.ts'
import { fieldsQuery } from '../../data/projects/fields.ts'
import { FilterBar, parsed } from './filters/filter-bar.tsx'
import { useFilterFields } from './filters/filter-choices.tsx'
import { SavedViewMenu } from './saved/saved-view-menu.tsx'
import { useSelection } from './view/selection.ts'
import type { TaskViewProps } from './view/task-view.ts'
import { onlyProjectOf, withKnownFields } from './view/view-fields.ts'
import { hidesArchived, type ViewState } from './view/view-state.ts'
import { kindOf, viewKinds } from './view-kinds.ts'
import { ViewOptions } from './view-options.tsx'
import { ViewSwitch } from './view-switch.tsx'
import classes from './views-screen.module.css'

const BulkBar = lazy(async () => ({ default: (await import('./bulk/bulk-bar.tsx')).BulkBar }))

const noFields: CustomField[] = []

interface ViewsScreenProps extends Pick<TaskViewProps, 'projectId' | 'mayWrite' | 'hrefOf' | 'onOpen'> {
  myId: number
  mayShare: boolean
  mayManage: boolean
  /** The board that the switcher leads to. */
  boardId: number | undefined
  state: ViewState
  onState: (state: ViewState) => void
}

/** Tasks in the chosen view, with what decides which ones: filter, order, groups, saved views. */
export function ViewsScreen({
  state,
  onState,
  myId,
  mayShare,
  mayManage,
  boardId,
  ...view
}: ViewsScreenProps) {
  const { t } = useTranslation()
  const { projectId } = view
  const today = useToday()
  const fieldsProjectId = projectId ?? onlyProjectOf(state.filter)
  const fields = useFilterFields(projectId, fieldsProjectId, state.filter)
  const selection = useSelection(state.filter)
  useUndoShortcut(t('bulk.keys'))
  const findField = useCallback<FindField>(
    name => findFilterField(name) ?? fields.find(field => field.name === name),
    [fields],
  )
  const isValid = parsed(state.filter, findField) !== undefined
  // Until then, the custom fields of the filter, the order and the groups are unknown.
  const { data: customFields = noFields, isLoading } = useQuery({
    ...fieldsQuery(fieldsProjectId ?? 0),
    enabled: fieldsProjectId !== undefined,
  })
  const isWaiting = isLoading && namesCustomField(state)
  const shown = useMemo(() => withKnownFields(state, customFields), [state, customFields])
  const isHiding = hidesArchived(state)
  const scope = useMemo(
    () => ({
      ...(projectId && { projectId: String(projectId) }),
      ...(state.filter && { filter: state.filter }),
      ...(isHiding && { archived: false as const }),
      today,
    }),
    [projectId, state.filter, isHiding, today],
  )
  const change = (changes: Partial<ViewState>) => onState({ ...state, ...changes })
  const kind = kindOf(state.kind)
  const { Component } = viewKinds[kind]
  return (
    <>
      <div className={classes.tools}>
        <ViewSwitch current={kind} projectId={projectId} boardId={boardId} state={state} />
        <SavedViewMenu
          projectId={projectId}
          myId={myId}
          mayShare={mayShare}
          mayManage={mayManage}
          state={state}
          onState={onState}
        />
        <FilterBar
          text={state.filter}
          fields={fields}
          findField={findField}
          onChange={filter => change({ filter })}
        />
        <div className={classes.options}>
          <ViewOptions
            kind={kind}
            projectId={projectId}
            scope={scope}
            customFields={customFields}
            state={shown}
            onChange={change}
          />
        </div>
      </div>
      {isWaiting && <RowsSkeleton />}
      {isValid && !isWaiting && (
        <Suspense
          fallback={
            <Box px="md" pt="xs">
              <RowsSkeleton />
            </Box>
          }
        >
          <Component
            key={kind}
            {...view}
            scope={scope}
            state={shown}
            onChange={change}
            customFields={customFields}
            findField={findField}
            selection={selection}
          />
        </Suspense>
      )}
      {isValid && selection.ids.size > 0 && (
        <Suspense>
          <BulkBar
            projectId={projectId}
            scope={scope}
            state={shown}
            customFields={customFields}
            mayWrite={view.mayWrite}
            selection={selection}
          />
        </Suspense>
      )}
      {!isValid && !isWaiting && (
        <EmptyState icon={IconAlertCircle} title={t('views.invalid.title')} text={t('views.invalid.text')} />
      )}
    </>
  )
}

/** Whether the view can't be shown as it is meant before the fields are known. */
function namesCustomField({ filter, orderBy = '', groupBy, columns = [] }: ViewState) {
  return /\bcf\d/i.test([filter, orderBy, groupBy, ...columns.map(({ name }) => name)].join(' '))
}
