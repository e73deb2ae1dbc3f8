import { EmptyState, ErrorState, RowsSkeleton } from '@atrium/ui/feedback/states'
import { IconLogin2, IconPlus } from '@atrium/ui/icons'
import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { signInProvidersQuery } from '../data/groups.ts'
import { AddProvider, PresetChoice } from '../features/sign-in-providers/add-provider.tsx'
import { ProviderList } from '../features/sign-in-providers/provider-list.tsx'
import { findPreset } from '../features/sign-in-providers/provider-presets.ts'
import { PageFrame } from './page-frame.tsx'

/** The list, or a step of adding a provider: the address says which, so that the back button leads back. */
export default function SignInProvidersPage() {
  const { add } = useSearch({ from: '/admin/sign-in-providers' })
  return add === undefined ? <List /> : <Wizard chosen={add} />
}

function List() {
  const { t } = useTranslation(['app', 'ui'])
  const { data: providers, error, isFetching, refetch } = useQuery(signInProvidersQuery)
  const add = (
    <Button
      leftSection={<IconPlus size={18} />}
      renderRoot={props => <Link to="/admin/sign-in-providers" search={{ add: '' }} {...props} />}
    >
      {t('signInProviders.add')}
    </Button>
  )
  const isEmpty = providers?.length === 0
  return (
    <PageFrame
      title={t('ui:administration.pages.signInProviders')}
      lead={t('signInProviders.lead')}
      actions={!isEmpty && add}
    >
      {!providers && !error && <RowsSkeleton />}
      {!providers && error && <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />}
      {isEmpty && (
        <EmptyState
          icon={IconLogin2}
          title={t('signInProviders.empty.title')}
          text={t('signInProviders.empty.text')}
        >
          {add}
        </EmptyState>
      )}
      {providers && !isEmpty && (
        <>
          <Text size="sm" c="dimmed" role="status">
            {t('signInProviders.count', { count: providers.length })}
          </Text>
          <ProviderList providers={providers} />
        </>
      )}
    </PageFrame>
  )
}

function Wizard({ chosen }: { chosen: string }) {
  const { t } = useTranslation(['app', 'ui'])
  const navigate = useNavigate()
  const { data: providers } = useQuery(signInProvidersQuery)
  const preset = findPreset(chosen)
  const toStep = (add: string) => void navigate({ to: '/admin/sign-in-providers', search: { add } })
  return (
    <PageFrame
      title={t('signInProviders.wizard.title')}
      lead={preset ? t(`signInProviders.presets.${preset}.name`) : t('signInProviders.wizard.choose')}
      above={<Link to="/admin/sign-in-providers">{t('ui:administration.pages.signInProviders')}</Link>}
    >
      {!preset && <PresetChoice onChoose={toStep} />}
      {preset && !providers && <RowsSkeleton />}
      {preset && providers && (
        <AddProvider
          key={preset}
          preset={preset}
          taken={providers.map(({ slug }) => slug)}
          onBack={() => toStep('')}
          onAdded={({ slug }) =>
            void navigate({ to: '/admin/sign-in-providers/$slug', params: { slug }, replace: true })
          }
        />
      )}
    </PageFrame>
  )
}
