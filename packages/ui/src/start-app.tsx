import type { QueryClient } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { AppProviders } from './app-providers.tsx'
import { type Messages, startLanguage } from './language.ts'

/** Renders the application once the messages of the reader's language are loaded. */
export async function startApp(queryClient: QueryClient, messages: Messages, children: ReactNode) {
  await startLanguage(messages)
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no element with the id root')
  createRoot(root).render(
    <StrictMode>
      <AppProviders queryClient={queryClient}>{children}</AppProviders>
    </StrictMode>,
  )
}
