import { createQueryClient } from '@atrium/ui/query-client'
import { startApp } from '@atrium/ui/start-app'
import { RouterProvider } from '@tanstack/react-router'
import { forgetUser } from './data/current-user.ts'
import { createAppRouter } from './router.tsx'

const queryClient = createQueryClient(forgetUser)
const router = createAppRouter(queryClient)

await startApp(
  queryClient,
  { en: () => import('./locales/en.ts'), ru: () => import('./locales/ru.ts') },
  <RouterProvider router={router} />,
)
