import type { SignInProvider } from '@atrium/identity/sign-in/providers/provider.contract'
import { ConfirmMutation } from '@atrium/ui/dialogs/confirm-dialog'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { ErrorState, LoadingSkeleton } from '@atrium/ui/feedback/states'
import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useHasPermission } from '../data/current-user.ts'
import { GroupMapping } from '../features/sign-in-providers/group-mapping.tsx'
import {
  providerQuery,
  useRemoveProvider,
  useUpdateProvider,
} from '../features/sign-in-providers/provider.queries.ts'
import { ProviderBadges } from '../features/sign-in-providers/provider-list.tsx'
import {
  ConnectionSection,
  PeopleSection,
  SignInPageSection,
} from '../features/sign-in-providers/provider-settings.tsx'
import { ProviderTest } from '../features/sign-in-providers/provider-test.tsx'
import { PageFrame } from './page-frame.tsx'

export default function SignInProviderPage() {
  const { t } = useTranslation(['app', 'ui'])
  const { slug } = useParams({ from: '/admin/sign-in-providers/$slug' })
  const { data: provider, error, isPending, isFetching, refetch } = useQuery(providerQuery(slug))
  const all = <Link to="/admin/sign-in-providers">{t('signInProviders.all')}</Link>
  return (
    <PageFrame
      title={provider?.name ?? t('ui:administration.pages.signInProviders')}
      lead={provider && t(`signInProviders.kinds.${provider.kind}`)}
      above={<Link to="/admin/sign-in-providers">{t('ui:administration.pages.signInProviders')}</Link>}
      actions={provider && <ProviderActions provider={provider} />}
    >
      {!provider && error && (
        <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} fallbackAction={all} />
      )}
      {isPending && <LoadingSkeleton h={150} radius="lg" />}
      {provider && <Sections key={provider.slug} provider={provider} />}
    </PageFrame>
  )
}

function Sections({ provider }: { provider: SignInProvider }) {
  const canSeeGroups = useHasPermission()('groups.manage')
  return (
    <>
      <Group gap="xs">
        <ProviderBadges provider={provider} />
      </Group>
      <ProviderTest provider={provider} />
      <ConnectionSection provider={provider} />
      <PeopleSection provider={provider} />
      {canSeeGroups && <GroupMapping provider={provider} />}
      {provider.kind !== 'ldap' && <SignInPageSection provider={provider} />}
    </>
  )
}

function ProviderActions({ provider: { slug, name, isEnabled } }: { provider: SignInProvider }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [isRemoving, { open, close }] = useDisclosure()
  const update = useUpdateProvider(slug)
  const done = t(isEnabled ? 'signInProviders.turnedOff' : 'signInProviders.turnedOn', { name })
  const toggle = () => update.mutate({ isEnabled: !isEnabled }, { onSuccess: () => notifyOfSuccess(done) })
  return (
    <Group gap="sm">
      <Button variant="light" color="red" onClick={open}>
        {t('signInProviders.remove.action')}
      </Button>
      <Button variant={isEnabled ? 'default' : 'filled'} loading={update.isPending} onClick={toggle}>
        {t(isEnabled ? 'signInProviders.turnOff' : 'signInProviders.turnOn')}
      </Button>
      <ConfirmMutation
        mutation={useRemoveProvider()}
        input={slug}
        title={t('signInProviders.remove.title', { name })}
        text={t('signInProviders.remove.text')}
        action={t('signInProviders.remove.action')}
        doneMessage={t('signInProviders.remove.done', { name })}
        onSuccess={() => void navigate({ to: '/admin/sign-in-providers' })}
        isOpen={isRemoving}
        onClose={close}
      />
    </Group>
  )
}
