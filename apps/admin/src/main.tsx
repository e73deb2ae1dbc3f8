import { createQueryClient } from '@atrium/ui/query-client'
import { startApp } from '@atrium/ui/shell/start-app'
import { RouterProvider } from '@tanstack/react-router'
import { reloadToSignIn, returnFromSignIn } from './data/session.ts'
import { createAppRouter } from './router.tsx'

returnFromSignIn()
const queryClient = createQueryClient(reloadToSignIn)

await startApp(
  queryClient,
  { en: () => import('./locales/en.ts'), ru: () => import('./locales/ru.ts') },
  <RouterProvider router={createAppRouter(queryClient)} />,
)
