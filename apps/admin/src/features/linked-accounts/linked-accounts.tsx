import type { LinkedAccount } from '@atrium/identity/sign-in/providers/identity.contract'
import type { User } from '@atrium/identity/users/user.contract'
import { Dialog, useLastShown } from '@atrium/ui/dialogs/dialog'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { IconLink, IconLogin2 } from '@atrium/ui/icons'
import { CrudList } from '@atrium/ui/lists/crud-list'
import { DateText } from '@atrium/ui/time-text'
import { Button, Group, Text, ThemeIcon } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentUserQuery, useHasPermission } from '../../data/current-user.ts'
import { OwnConfirmation } from '../../data/own-confirmation.tsx'
import {
  linkableProvidersQuery,
  linkedAccountsQuery,
  useLinkAccount,
  useRemoveLinkedAccount,
} from './linked-account.queries.ts'

/** The reader's accounts at sign-in providers. An installation without providers does not mention them. */
export function LinkedAccountsCard({ user }: { user: User }) {
  const { t } = useTranslation()
  const { data: accounts } = useQuery(linkedAccountsQuery(user.id))
  const { data: linkable } = useQuery(linkableProvidersQuery(user.id))
  const providers = linkable?.providers ?? []
  if (!accounts || (accounts.length === 0 && providers.length === 0)) return null
  return (
    <LinkedAccounts userId={user.id} whose="own" mayRemove>
      {providers.length > 0 && <LinkButtons userId={user.id} providers={providers} />}
      {providers.length === 0 && <Text c="dimmed">{t('security.linked.all')}</Text>}
    </LinkedAccounts>
  )
}

/** For another user; your own accounts are on the security page. */
export function LinkedAccountsOfUser({ user, isAbove }: { user: User; isAbove: boolean }) {
  const { data: accounts } = useQuery(linkedAccountsQuery(user.id))
  const { data: reader } = useQuery(currentUserQuery)
  const mayRemove = useHasPermission()('sessions.manage.any') && !isAbove && reader?.id !== user.id
  if (!accounts || accounts.length === 0) return null
  return <LinkedAccounts userId={user.id} whose="ofUser" mayRemove={mayRemove} />
}

interface LinkedAccountsProps {
  userId: number
  whose: 'own' | 'ofUser'
  mayRemove: boolean
  children?: ReactNode
}

function LinkedAccounts({ userId, whose, mayRemove, children }: LinkedAccountsProps) {
  const { t } = useTranslation()
  return (
    <CrudList
      query={useQuery(linkedAccountsQuery(userId))}
      skeletonRows={1}
      title={t('security.linked.title')}
      text={t(`security.linked.text.${whose}`)}
      row={account => ({
        mark: (
          <ThemeIcon size={40} variant="light" visibleFrom="xs" aria-hidden="true">
            <IconLogin2 size={22} stroke={1.6} />
          </ThemeIcon>
        ),
        name: nameOf(account),
        facts: account.email && (
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {account.email}
          </Text>
        ),
        text: <LastUsed account={account} />,
        deleteLabel: t('security.linked.remove.action', { name: nameOf(account) }),
        mayDelete: mayRemove,
      })}
      deletion={{
        mutation: useRemoveLinkedAccount(userId),
        question: account => ({
          title: t('security.linked.remove.title', { name: nameOf(account) }),
          text: t(`security.linked.remove.text.${whose}`, { name: nameOf(account) }),
          action: t('security.linked.remove.confirm'),
        }),
        doneMessage: account => t('security.linked.remove.done', { name: nameOf(account) }),
        explain: () => ({ last_way_to_sign_in: t(`security.linked.remove.last.${whose}`) }),
      }}
      empty={<Text>{t('security.linked.none')}</Text>}
    >
      {children}
    </CrudList>
  )
}

function nameOf({ provider, providerName }: LinkedAccount) {
  return providerName ?? provider
}

function LastUsed({ account: { providerName, createdAt, lastUsedAt } }: { account: LinkedAccount }) {
  const { t } = useTranslation()
  if (providerName === null) return t('security.linked.providerRemoved')
  return (
    <>
      {t('security.linked.since')} <DateText value={createdAt} />
      {lastUsedAt && (
        <>
          {' · '}
          {t('security.linked.lastUsed')} <DateText value={lastUsedAt} withTime />
        </>
      )}
    </>
  )
}

interface Linkable {
  slug: string
  name: string
}

function LinkButtons({ userId, providers }: { userId: number; providers: Linkable[] }) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<Linkable>()
  const shown = useLastShown(chosen)
  const close = () => setChosen(undefined)
  return (
    <Group gap="sm">
      {providers.map(provider => (
        <Button
          key={provider.slug}
          variant="default"
          leftSection={<IconLink size={18} stroke={1.75} />}
          onClick={() => setChosen(provider)}
        >
          {t('security.linked.link.action', { name: provider.name })}
        </Button>
      ))}
      <Dialog
        title={t('security.linked.link.action', { name: shown?.name ?? '' })}
        isOpen={chosen !== undefined}
        onClose={close}
      >
        {shown && <LinkForm key={shown.slug} userId={userId} provider={shown} onClose={close} />}
      </Dialog>
    </Group>
  )
}

interface LinkFormProps {
  userId: number
  provider: Linkable
  onClose: () => void
}

function LinkForm({ userId, provider, onClose }: LinkFormProps) {
  const { t } = useTranslation()
  const link = useLinkAccount(userId)
  const form = useMutationForm({
    mutation: link,
    initialValues: { currentPassword: '' },
    toInput: ({ currentPassword }) => ({ provider: provider.slug, currentPassword }),
  })
  return (
    <DialogForm
      // Another page is about to load.
      form={{ ...form, isPending: form.isPending || link.isSuccess }}
      submitLabel={t('security.linked.link.next')}
      onCancel={onClose}
    >
      <Text>{t('security.linked.link.text', { name: provider.name })}</Text>
      <OwnConfirmation {...form.field('currentPassword')} data-autofocus />
    </DialogForm>
  )
}
