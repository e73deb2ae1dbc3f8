import type { ClientRecord } from '@atrium/identity/oauth/clients/client.contract'
import {
  type ClientClaim,
  claimAttributes,
  claimPlaces,
} from '@atrium/identity/oauth/clients/client-claim.contract'
import { Dialog, useLastShown } from '@atrium/ui/dialogs/dialog'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { RowsSkeleton } from '@atrium/ui/feedback/rows-skeleton'
import { ErrorState } from '@atrium/ui/feedback/states'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { IconButton } from '@atrium/ui/icon-button'
import { IconPlus, IconTrash } from '@atrium/ui/icons'
import {
  Button,
  Card,
  Checkbox,
  Group,
  NativeSelect,
  NumberInput,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type ClaimRow, claimKinds, claimOf, newRow, rowOf } from './claim-rows.ts'
import { clientClaimsQuery, useReplaceClaims } from './client.queries.ts'

interface ClientClaimsProps {
  client: ClientRecord | undefined
  onClose: () => void
}

/** What the tokens of a client contain next to the claims of its scopes. */
export function ClientClaims({ client, onClose }: ClientClaimsProps) {
  const { t } = useTranslation()
  const shown = useLastShown(client)
  const title = t('clients.claims.title', { name: shown?.name ?? '' })
  return (
    <Dialog title={title} isOpen={client !== undefined} onClose={onClose} isWide>
      {shown && <StoredClaims key={shown.id} client={shown} onClose={onClose} />}
    </Dialog>
  )
}

function StoredClaims({ client, onClose }: { client: ClientRecord; onClose: () => void }) {
  const { data, error, refetch, isFetching } = useQuery({ ...clientClaimsQuery(client.id), gcTime: 0 })
  if (!data && error) return <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />
  if (!data) return <RowsSkeleton />
  return <ClaimForm client={client} claims={data.item.claims} onClose={onClose} />
}

type Form = ReturnType<typeof useClaimForm>

function useClaimForm({ id }: ClientRecord, claims: ClientClaim[], onClose: () => void) {
  const { t } = useTranslation()
  return useMutationForm({
    initialValues: { claims: claims.map(rowOf) },
    mutation: useReplaceClaims(id),
    toInput: ({ claims: rows }: { claims: ClaimRow[] }) => rows.map(claimOf),
    rows: ['claims'],
    onSuccess: () => {
      onClose()
      notifyOfSuccess(t('clients.claims.changed'))
    },
  })
}

function ClaimForm({
  client,
  claims,
  onClose,
}: {
  client: ClientRecord
  claims: ClientClaim[]
  onClose: () => void
}) {
  const { t } = useTranslation()
  const form = useClaimForm(client, claims, onClose)
  const { claims: rows } = form.values
  const nextKey = Math.max(0, ...rows.map(({ key }) => key + 1))
  return (
    <DialogForm form={form} onCancel={onClose}>
      <Text size="sm" c="dimmed">
        {t('clients.claims.lead')}
      </Text>
      {rows.map((row, index) => (
        <ClaimCard
          key={row.key}
          form={form}
          row={row}
          path={`claims.${index}`}
          scopes={client.scope.split(' ')}
          onRemove={() => form.change({ claims: rows.filter(({ key }) => key !== row.key) })}
        />
      ))}
      <Button
        variant="light"
        leftSection={<IconPlus size={18} />}
        style={{ alignSelf: 'flex-start' }}
        onClick={() => form.change({ claims: [...rows, newRow(nextKey)] })}
      >
        {t('clients.claims.add')}
      </Button>
    </DialogForm>
  )
}

interface ClaimCardProps {
  form: Form
  row: ClaimRow
  path: string
  scopes: string[]
  onRemove: () => void
}

function ClaimCard({ form, row, path, scopes, onRemove }: ClaimCardProps) {
  const { t } = useTranslation()
  const name = row.name || t('clients.claims.unnamed')
  return (
    <Card withBorder padding="md" role="group" aria-label={name}>
      <Stack gap="sm">
        <Group gap="sm" wrap="nowrap" align="flex-start">
          <TextInput
            {...form.rowField(`${path}.name`)}
            label={t('clients.claims.name')}
            placeholder="nickname"
            required
            flex={1}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
          />
          <IconButton
            icon={IconTrash}
            iconSize={18}
            label={t('clients.claims.remove', { name })}
            mt={26}
            onClick={onRemove}
          />
        </Group>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <NativeSelect
            {...form.rowField(`${path}.kind`)}
            label={t('clients.claims.kind')}
            data={claimKinds.map(value => ({ value, label: t(`clients.claims.kinds.${value}`) }))}
          />
          <NativeSelect
            {...form.rowField(`${path}.includedIn`)}
            label={t('clients.claims.includedIn')}
            data={claimPlaces.map(value => ({ value, label: t(`clients.claims.places.${value}`) }))}
          />
        </SimpleGrid>
        <ClaimValue form={form} row={row} path={path} scopes={scopes} />
      </Stack>
    </Card>
  )
}

function ClaimValue({ form, row, path, scopes }: Omit<ClaimCardProps, 'onRemove'>) {
  const { t } = useTranslation()
  const value = { ...form.rowField(`${path}.value`), label: t('clients.claims.value'), autoComplete: 'off' }
  switch (row.kind) {
    case 'attribute':
      return <AttributeSelect form={form} row={row} path={path} scopes={scopes} />
    case 'groups':
      return <GroupFilter form={form} row={row} path={path} />
    case 'number':
      return <NumberInput {...value} required hideControls />
    case 'boolean':
      return (
        <NativeSelect
          {...value}
          data={[
            { value: 'false', label: t('clients.claims.no') },
            { value: 'true', label: t('clients.claims.yes') },
          ]}
        />
      )
    case 'list':
      return (
        <Textarea {...value} description={t('clients.claims.listText')} autosize minRows={2} maxRows={8} />
      )
    case 'text':
      return <TextInput {...value} maxLength={500} />
  }
}

/** An attribute without its scope never reaches the client, which is worth saying before anyone wonders. */
function AttributeSelect({ form, row, path, scopes }: Omit<ClaimCardProps, 'onRemove'>) {
  const { t } = useTranslation()
  const scope = scopeOf(row.attribute)
  return (
    <NativeSelect
      {...form.rowField(`${path}.attribute`)}
      label={t('clients.claims.attribute')}
      description={t(scopes.includes(scope) ? 'clients.claims.needsScope' : 'clients.claims.lacksScope', {
        scope,
      })}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={claimAttributes.map(value => ({ value, label: t(`clients.claims.attributes.${value}`) }))}
    />
  )
}

function scopeOf(attribute: ClaimRow['attribute']) {
  if (attribute.startsWith('email')) return 'email'
  return attribute.startsWith('phone') ? 'phone' : 'profile'
}

function GroupFilter({ form, row, path }: Pick<ClaimCardProps, 'form' | 'row' | 'path'>) {
  const { t } = useTranslation()
  return (
    <Stack gap="xs">
      <TextInput
        {...form.rowField(`${path}.prefix`)}
        label={t('clients.claims.prefix')}
        description={t('clients.claims.prefixText')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
      />
      {row.prefix && (
        <Checkbox
          {...form.rowField(`${path}.removesPrefix`, 'checkbox')}
          label={t('clients.claims.removesPrefix')}
        />
      )}
    </Stack>
  )
}
