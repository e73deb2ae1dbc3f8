import { pageTitle } from '@atrium/ui/branding'
import { PageContainer } from '@atrium/ui/shell/page-container'
import { Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { AgentList } from '../../features/agents/agent-list.tsx'
import { ProposalList } from '../../features/agents/proposal-list.tsx'

export default function AgentsPage() {
  const { t } = useTranslation()
  return (
    <PageContainer>
      <title>{pageTitle(t('agents.title'))}</title>
      <Title order={1}>{t('agents.title')}</Title>
      <Text c="dimmed" maw={640} mt={4} mb="xl">
        {t('agents.text')}
      </Text>
      <Stack gap="lg">
        <ProposalList />
        <AgentList />
      </Stack>
    </PageContainer>
  )
}
