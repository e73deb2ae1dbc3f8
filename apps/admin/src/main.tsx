import { createQueryClient } from '@atrium/ui/query-client'
import { startApp } from '@atrium/ui/start-app'
import { forgetSignInParameters } from './features/sign-in/forget-sign-in-parameters.ts'
import { reloadToSignIn } from './features/sign-in/reload-to-sign-in.ts'
import { AdminPage } from './pages/admin-page.tsx'

forgetSignInParameters()

await startApp(
  createQueryClient(reloadToSignIn),
  { en: () => import('./locales/en.ts'), ru: () => import('./locales/ru.ts') },
  <AdminPage />,
)
