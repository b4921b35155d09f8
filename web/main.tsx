import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { type ReactNode, StrictMode, useEffect, useMemo } from 'react'
import { createRoot } from 'react-dom/client'
import { AuthProvider, useAuth } from './auth/auth-context.tsx'
import { tellLogout } from './auth/server-session.ts'
import { AccountProvider } from './data/account-context.tsx'
import { AccountDb } from './data/account-db.ts'
import { holdInstallPrompt } from './data/install-prompt.ts'
import { makeRouter } from './router.tsx'
import { startServiceWorker } from './sync/app-update.ts'
import { useKeepReady } from './sync/use-keep-ready.ts'
import { useSync } from './sync/use-sync.ts'
import './styles.css'

// The only file that builds the router, the query client and the account's database, and starts sync.

const router = makeRouter()
const queryClient = new QueryClient()

/** Opens the database of whoever is signed in and keeps it in step; another account means another database. */
function SignedInAccount({ children }: { children: ReactNode }) {
  const { user } = useAuth()
  const uid = user?.uid
  const db = useMemo(() => (uid ? new AccountDb(uid) : null), [uid])
  // Reopens by itself if it is used again, as StrictMode does.
  useEffect(() => () => db?.close({ disableAutoOpen: false }), [db])
  useSync(db)
  useKeepReady(db)
  const author = useMemo(
    () => ({ name: user?.displayName ?? '', email: user?.email ?? '' }),
    [user?.displayName, user?.email],
  )
  const account = useMemo(() => (db ? { db, author } : null), [db, author])
  return <AccountProvider account={account}>{children}</AccountProvider>
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <AuthProvider>
        <SignedInAccount>
          <RouterProvider router={router} />
        </SignedInAccount>
      </AuthProvider>
    </QueryClientProvider>
  </StrictMode>,
)

holdInstallPrompt()
void tellLogout()
void startServiceWorker()
