import { ErrorState, RowsSkeleton } from '@atrium/ui/feedback/states'
import { PageSwitch } from '@atrium/ui/lists/page-switch'
import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isNext, keysQuery, useRotateKey } from '../features/keys/key.queries.ts'
import {
  KeyRow,
  OldKeyAdvice,
  RotateKey,
  RotationProgress,
  type RotationState,
} from '../features/keys/keys.tsx'
import { PageFrame } from './page-frame.tsx'

export default function KeysPage() {
  const { t } = useTranslation(['app', 'ui'])
  const [page, setPage] = useState(1)
  const { data: keys, error, isFetching, refetch } = useQuery(keysQuery(page))
  const { mutate: rotate, isPending, isSuccess } = useRotateKey()
  const next = keys?.items.find(isNext)
  const isWaiting = next !== undefined
  const state = rotationState({ isPending, isWaiting, isSuccess })
  return (
    <PageFrame
      title={t('ui:administration.pages.keys')}
      lead={t('keys.lead')}
      actions={<RotateKey isPending={isPending} isDisabled={isWaiting} onRotate={() => rotate()} />}
    >
      <RotationProgress state={state} signsFrom={next?.signsFrom} />
      {!keys && !error && <RowsSkeleton />}
      {!keys && error && <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />}
      {keys && (
        <>
          <OldKeyAdvice records={keys.items} />
          <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
            {keys.items.map(record => (
              <KeyRow key={record.kid} record={record} />
            ))}
          </Stack>
          <PageSwitch page={page} pages={keys._meta.pages} onChange={setPage} />
        </>
      )}
    </PageFrame>
  )
}

interface Rotation {
  isPending: boolean
  isWaiting: boolean
  isSuccess: boolean
}

function rotationState({ isPending, isWaiting, isSuccess }: Rotation): RotationState | undefined {
  if (isPending) return 'running'
  if (isWaiting) return 'waiting'
  return isSuccess ? 'done' : undefined
}
