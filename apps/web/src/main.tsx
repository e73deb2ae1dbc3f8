import messages from 'virtual:texts'
import { UndoProvider } from '@atrium/ui/feedback/undo'
import { createQueryClient } from '@atrium/ui/query-client'
import { startApp } from '@atrium/ui/shell/start-app'
import { ShortcutProvider } from '@atrium/ui/shortcuts/shortcuts'
import { RouterProvider } from '@tanstack/react-router'
import { dropEarlyAnswers } from './api.ts'
import { restoreFragment } from './data/account/sign-in.ts'
import { keepOwnChanges } from './data/boards/own-changes.ts'
import { keepChangeQueue } from './data/changes/task-changes.ts'
import { currentUserQuery, forgetUser } from './data/session/current-user.ts'
import { cacheApplication, keepInstallOffer } from './features/installation/installation.ts'
import { warnBeforeLeaving } from './leave-warning.ts'
import { createAppRouter } from './router.tsx'
import { enableTouchDrag } from './touch-drag.ts'

restoreFragment()
const queryClient = createQueryClient(forgetUser)
keepOwnChanges(queryClient)
keepChangeQueue(queryClient)
const router = createAppRouter(queryClient)

// Requests for the page and its data start while the messages load.
void queryClient.prefetchQuery(currentUserQuery)
void router.load()

// What this browser keeps is shown until the answers arrive.
import('./browser-storage.ts').then(({ keepQueries }) => keepQueries(queryClient)).catch(() => {})

keepInstallOffer(queryClient)
enableTouchDrag()
warnBeforeLeaving(queryClient)

await startApp(
  queryClient,
  messages,
  <ShortcutProvider>
    <UndoProvider>
      <RouterProvider router={router} />
    </UndoProvider>
  </ShortcutProvider>,
)

dropEarlyAnswers()

// After everything the first screen needs.
if (document.readyState === 'complete') void cacheApplication()
else addEventListener('load', () => void cacheApplication(), { once: true })
