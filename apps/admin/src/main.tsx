import messages from 'virtual:texts'
import { createQueryClient } from '@atrium/ui/query-client'
import { startApp } from '@atrium/ui/shell/start-app'
import { RouterProvider } from '@tanstack/react-router'
import { reloadToSignIn, returnFromSignIn } from './data/session.ts'
import { createAppRouter } from './router.tsx'

returnFromSignIn()
const queryClient = createQueryClient(reloadToSignIn)

await startApp(queryClient, messages, <RouterProvider router={createAppRouter(queryClient)} />)
