import { Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { referenceKinds } from '../features/reference-data/reference-data.queries.ts'
import { ReferenceTab } from '../features/reference-data/reference-data.tsx'
import { PageFrame } from './page-frame.tsx'

export default function ReferenceDataPage() {
  const { t } = useTranslation(['app', 'ui'])
  const { tab } = useSearch({ from: '/admin/reference-data' })
  const navigate = useNavigate({ from: '/admin/reference-data' })
  const kind = referenceKinds.find(each => each === tab) ?? 'cities'
  return (
    <PageFrame title={t('ui:administration.pages.referenceData')} lead={t('referenceData.lead')}>
      <Tabs
        value={kind}
        onChange={next => next && void navigate({ search: { tab: next } })}
        keepMounted={false}
      >
        <Tabs.List mb="lg">
          {referenceKinds.map(each => (
            <Tabs.Tab key={each} value={each}>
              {t(`referenceData.tabs.${each}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={kind}>
          <ReferenceTab key={kind} kind={kind} />
        </Tabs.Panel>
      </Tabs>
    </PageFrame>
  )
}
