import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/inter/wght-italic.css'
import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import '../base.css'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { type Messages, startLanguage } from '../language.ts'
import { theme, themeVariables } from '../theme.ts'
import { createColorSchemeManager } from './color-scheme.ts'

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

const colorSchemeManager = createColorSchemeManager()

// Dialogs are at 200 and popovers at 300: a notice must not cover the popover that the user works in.
const BELOW_POPOVERS = 290

function AppProviders({ queryClient, children }: { queryClient: QueryClient; children: ReactNode }) {
  return (
    <I18nextProvider i18n={i18next}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={themeVariables}
        colorSchemeManager={colorSchemeManager}
        defaultColorScheme="auto"
      >
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
        <Notifications position="bottom-right" zIndex={BELOW_POPOVERS} />
      </MantineProvider>
    </I18nextProvider>
  )
}
