import type { SignInProvider } from '@atrium/identity/sign-in/providers/provider.contract'
import { IconButton } from '@atrium/ui/icon-button'
import { IconPlus, IconX } from '@atrium/ui/icons'
import { Anchor, Button, Group, Input, Select, Text, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useAllGroups } from '../../data/groups.ts'
import { SectionForm, useProviderForm } from './section-form.tsx'
import classes from './sign-in-providers.module.css'

interface Row {
  /** Identifies the row while it is edited. */
  key: number
  from: string
  groupId: string | null
}

/** Which group of the provider stands for which group here. */
export function GroupMapping({ provider }: { provider: SignInProvider }) {
  const { t } = useTranslation()
  const form = useMappingForm(provider)
  const { mapping } = form.values
  const change = (rows: Row[]) => form.change({ mapping: rows })
  const { error } = form.field('mapping')
  return (
    <SectionForm
      title={t('signInProviders.sections.groups')}
      text={t('signInProviders.sections.groupsText')}
      form={form}
    >
      {provider.kind === 'oidc' && (
        <TextInput
          {...form.field('groupsClaim')}
          label={t('signInProviders.fields.groupsClaim')}
          description={t('signInProviders.fields.groupsClaimText')}
          placeholder="groups"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
      {mapping.length === 0 && <Text c="dimmed">{t('signInProviders.mapping.empty')}</Text>}
      <div>
        {mapping.map((row, index) => (
          <MappingRow
            key={row.key}
            row={row}
            number={index + 1}
            isDirectory={provider.kind === 'ldap'}
            onChange={changed => change(mapping.map(each => (each.key === row.key ? changed : each)))}
            onRemove={() => change(mapping.filter(({ key }) => key !== row.key))}
          />
        ))}
      </div>
      {error && <Input.Error role="alert">{error}</Input.Error>}
      <AddRow onAdd={() => change([...mapping, newRow(mapping)])} />
    </SectionForm>
  )
}

function useMappingForm(provider: SignInProvider) {
  const { t } = useTranslation()
  return useProviderForm(provider, {
    initialValues: {
      groupsClaim: provider.groupsClaim ?? '',
      mapping: provider.groupMapping.map(
        ({ from, groupId }, key): Row => ({ key, from, groupId: String(groupId) }),
      ),
    },
    toInput: ({ groupsClaim, mapping }) => ({
      groupMapping: mapping.map(({ from, groupId }) => ({ from: from.trim(), groupId: Number(groupId) })),
      ...(provider.kind === 'oidc' && { groupsClaim: groupsClaim.trim() || null }),
    }),
    aliases: { groupMapping: 'mapping' },
    validate: {
      mapping: (rows: Row[]) =>
        rows.every(({ from, groupId }) => from.trim() && groupId !== null)
          ? null
          : t('signInProviders.mapping.incomplete'),
    },
  })
}

function newRow(rows: Row[]): Row {
  return { key: Math.max(-1, ...rows.map(({ key }) => key)) + 1, from: '', groupId: null }
}

interface MappingRowProps {
  row: Row
  number: number
  isDirectory: boolean
  onChange: (row: Row) => void
  onRemove: () => void
}

function MappingRow({ row, number, isDirectory, onChange, onRemove }: MappingRowProps) {
  const { t } = useTranslation()
  const { data: groups = [] } = useAllGroups()
  return (
    <div className={classes.mapping}>
      <TextInput
        label={t('signInProviders.fields.from')}
        placeholder={t(isDirectory ? 'signInProviders.fields.fromDn' : 'signInProviders.fields.fromText')}
        value={row.from}
        onChange={event => onChange({ ...row, from: event.currentTarget.value })}
        maxLength={1000}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Select
        label={t('signInProviders.fields.group')}
        placeholder={t('signInProviders.fields.groupText')}
        data={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={row.groupId}
        onChange={groupId => onChange({ ...row, groupId })}
        searchable
      />
      <IconButton
        icon={IconX}
        iconSize={18}
        size={36}
        label={t('signInProviders.mapping.remove', { row: number })}
        onClick={onRemove}
      />
    </div>
  )
}

function AddRow({ onAdd }: { onAdd: () => void }) {
  const { t } = useTranslation()
  const { data: groups } = useAllGroups()
  if (groups?.length === 0)
    return (
      <Text size="sm">
        {t('signInProviders.mapping.needsGroup')}{' '}
        <Anchor inherit renderRoot={props => <Link to="/admin/groups" {...props} />}>
          {t('signInProviders.mapping.toGroups')}
        </Anchor>
      </Text>
    )
  return (
    <Group>
      <Button variant="default" size="xs" leftSection={<IconPlus size={16} />} onClick={onAdd}>
        {t('signInProviders.mapping.add')}
      </Button>
    </Group>
  )
}
