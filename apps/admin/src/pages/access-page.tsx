import { hasStatus } from '@atrium/client/api-error'
import { EmptyState, ErrorState, RowsSkeleton } from '@atrium/ui/feedback/states'
import { fullName } from '@atrium/ui/format'
import { IconShieldQuestion } from '@atrium/ui/icons'
import { Card, SimpleGrid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { userQuery } from '../data/current-user.ts'
import { UserSelect } from '../data/user-select.tsx'
import { ActionSelect } from '../features/explanation/action-select.tsx'
import { explanationQuery, type Question } from '../features/explanation/explanation.queries.ts'
import { ExplanationCard } from '../features/explanation/explanation-card.tsx'
import { isAboutUser, routeOf, subjectOf, withSubject } from '../features/explanation/route-words.ts'
import { PageFrame } from './page-frame.tsx'

export default function AccessPage() {
  const { t } = useTranslation(['app', 'ui'])
  const { user, method, path } = useSearch({ from: '/admin/access' })
  const navigate = useNavigate({ from: '/admin/access' })
  const change = (changes: { user?: string; method?: string; path?: string }) =>
    navigate({ search: { user, method, path, ...changes }, replace: true })
  const userId = Number(user) || undefined
  const aboutUser = path && isAboutUser(path)
  return (
    <PageFrame title={t('ui:administration.pages.access')} lead={t('access.explanation.lead')}>
      <Card shadow="xs">
        <SimpleGrid cols={{ base: 1, sm: aboutUser ? 3 : 2 }}>
          <UserSelect
            label={t('access.explanation.user')}
            placeholder={t('access.explanation.userText')}
            userId={userId}
            onChange={id => change({ user: id?.toString() })}
          />
          <ActionSelect
            value={method && path && `${method} ${routeOf(path)}`}
            onChange={(method, path) => change({ method, path })}
          />
          {aboutUser && (
            <UserSelect
              label={t('access.explanation.subject')}
              placeholder={t('access.explanation.subjectText')}
              userId={subjectOf(path)}
              onChange={id => change({ path: withSubject(path, id) })}
            />
          )}
        </SimpleGrid>
      </Card>
      {userId && method && path ? (
        <Answer userId={userId} method={method} path={path} />
      ) : (
        <EmptyState
          icon={IconShieldQuestion}
          title={t('access.explanation.emptyTitle')}
          text={t('access.explanation.emptyText')}
        />
      )}
    </PageFrame>
  )
}

function Answer(question: Question) {
  const { t } = useTranslation()
  const { data: explanation, error, isFetching, refetch } = useQuery(explanationQuery(question))
  const { data: user } = useQuery(userQuery(question.userId))
  if (explanation && user) return <ExplanationCard explanation={explanation} name={fullName(user)} />
  if (hasStatus(error, 404) || hasStatus(error, 422))
    return (
      <EmptyState
        icon={IconShieldQuestion}
        title={t('access.explanation.unknownTitle')}
        text={t('access.explanation.unknownText')}
      />
    )
  if (error) return <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />
  return <RowsSkeleton />
}
