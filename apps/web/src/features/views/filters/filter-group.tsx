import type { Condition, Filter } from '@atrium/tasks/views/filter.contract'
import { IconButton } from '@atrium/ui/icon-button'
import { IconAdjustments, IconPlus, IconX } from '@atrium/ui/icons'
import { Button, Menu, ScrollArea, UnstyledButton } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ConditionChip } from './condition-chip.tsx'
import classes from './filter-bar.module.css'
import type { FilterFieldInfo } from './filter-choices.tsx'
import { type Group, isGroup, type Path, partsOf } from './filter-tree.ts'

/** A condition that is being added to a group, or joined with a condition to a new group. */
export interface Draft {
  path: Path
  isJoined: boolean
  condition: Condition
}

interface FilterGroupProps {
  group: Group
  path: Path
  fields: FilterFieldInfo[]
  /** The condition that is being edited, by its path. */
  opened: string | undefined
  onOpen: (key: string | undefined) => void
  draft: Draft | undefined
  onDraft: (draft: Draft | undefined) => void
  onKeepDraft: (condition: Condition) => void
  onReplace: (path: Path, next: Filter | undefined) => void
  onFlip: (path: Path) => void
}

/** The conditions and groups of a group, with the word between them. */
export function FilterGroup({ group, path, ...rest }: FilterGroupProps) {
  const { fields, opened, onOpen, draft, onDraft, onKeepDraft, onReplace, onFlip } = rest
  const { t } = useTranslation()
  const [word, otherWord] =
    'any' in group
      ? [t('views.filter.or'), t('views.filter.and')]
      : [t('views.filter.and'), t('views.filter.or')]
  const draftChip = (place: Path, isJoined: boolean) =>
    draft?.isJoined === isJoined &&
    draft.path.join() === place.join() && (
      <ConditionChip
        field={fieldOf(draft.condition.field, fields)}
        condition={draft.condition}
        isOpen
        onOpen={isOpen => {
          if (isOpen) return
          onDraft(undefined)
          onOpen(undefined)
        }}
        onChange={condition => {
          onKeepDraft(condition)
          // Focus continues in the new condition.
          onOpen([...place, isJoined ? 1 : partsOf(group).length].join('.'))
        }}
        onRemove={() => onDraft(undefined)}
      />
    )
  return (
    <>
      {partsOf(group).map((part, at) => {
        const place = [...path, at]
        const key = place.join('.')
        return (
          <span key={key} className={classes.part}>
            {at > 0 && (
              <UnstyledButton
                className={classes.word}
                aria-label={t('views.filter.flip', { word, otherWord })}
                onClick={() => onFlip(path)}
              >
                {word}
              </UnstyledButton>
            )}
            {'field' in part ? (
              <>
                <ConditionChip
                  field={fieldOf(part.field, fields)}
                  condition={part}
                  isOpen={opened === key}
                  onOpen={isOpen => onOpen(isOpen ? key : undefined)}
                  onChange={next => onReplace(place, next)}
                  onRemove={() => onReplace(place, undefined)}
                />
                {draftChip(place, true)}
                {place.length < MAX_DEPTH && partsOf(group).length > 1 && (
                  <FieldMenu fields={fields} onChoose={name => onDraft(newDraft(place, true, name, fields))}>
                    <UnstyledButton
                      className={classes.join}
                      aria-label={t('views.filter.join', { word: otherWord })}
                    >
                      {otherWord}…
                    </UnstyledButton>
                  </FieldMenu>
                )}
              </>
            ) : (
              <NestedGroup {...rest} part={part} path={place} onRemove={() => onReplace(place, undefined)} />
            )}
          </span>
        )
      })}
      {draftChip(path, false)}
      <FieldMenu fields={fields} onChoose={name => onDraft(newDraft(path, false, name, fields))}>
        {path.length > 0 ? (
          <IconButton icon={IconPlus} iconSize={14} label={t('views.filter.addToGroup')} size={24} />
        ) : (
          <Button
            size="xs"
            variant="default"
            fw={500}
            leftSection={<IconAdjustments size={15} stroke={1.75} />}
          >
            {t('views.filter.add')}
          </Button>
        )}
      </FieldMenu>
    </>
  )
}

/** Deeper filters are written as text. */
const MAX_DEPTH = 3

function newDraft(path: Path, isJoined: boolean, name: string, fields: FilterFieldInfo[]): Draft {
  const { kind } = fieldOf(name, fields)
  const usual = { text: '~', words: '~', date: '<=', duration: '>=' } as const
  const operator = kind in usual ? usual[kind as keyof typeof usual] : '='
  return { path, isJoined, condition: { field: name, operator, values: [] } }
}

/** A field that is not offered here can still be in the address. */
function fieldOf(name: string, fields: FilterFieldInfo[]): FilterFieldInfo {
  return fields.find(field => field.name === name) ?? { name, label: name, kind: 'text' }
}

interface NestedGroupProps extends Omit<FilterGroupProps, 'group'> {
  part: Exclude<Filter, Condition>
  onRemove: () => void
}

function NestedGroup({ part, path, onRemove, ...props }: NestedGroupProps) {
  const { t } = useTranslation()
  const isNot = 'not' in part
  const inner = isNot ? part.not : part
  return (
    <span className={classes.group}>
      {isNot && <span className={classes.not}>{t('views.filter.not')}</span>}
      <FilterGroup
        {...props}
        group={isGroup(inner) ? inner : { all: [inner] }}
        path={isNot ? [...path, 0] : path}
      />
      <IconButton
        icon={IconX}
        iconSize={13}
        label={t('views.filter.removeGroup')}
        size={24}
        onClick={onRemove}
      />
    </span>
  )
}

interface FieldMenuProps {
  fields: FilterFieldInfo[]
  onChoose: (name: string) => void
  children: ReactNode
}

function FieldMenu({ fields, onChoose, children }: FieldMenuProps) {
  const { t } = useTranslation()
  const firstCustom = fields.find(({ isCustom }) => isCustom)
  return (
    <Menu position="bottom-start" width={220} shadow="md" returnFocus={false}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        <ScrollArea.Autosize mah="min(22rem, 60vh)" type="auto">
          {fields.map(({ name, label, isCustom }) => (
            <Fragment key={name}>
              {isCustom && name === firstCustom?.name && <Menu.Label>{t('fields.title')}</Menu.Label>}
              <Menu.Item onClick={() => onChoose(name)}>{label}</Menu.Item>
            </Fragment>
          ))}
        </ScrollArea.Autosize>
      </Menu.Dropdown>
    </Menu>
  )
}
