import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { prerender } from 'react-dom/static'
import { makeRouter } from './router.tsx'
import { AuthProvider } from './session/auth-context.tsx'
import { whoIsHere } from './session/who-is-here.ts'
import { AccountProvider } from './store/account-context.tsx'

/**
 * Renders a page as a visitor sees it first, in English. Only the build calls this (prerender.ts).
 * @param path of the page, such as `/login`
 * @returns the markup
 */
export async function renderPage(path: string): Promise<string> {
  // There is no storage here, so nobody is signed in.
  await whoIsHere()
  const router = makeRouter(createMemoryHistory({ initialEntries: [path] }))
  await router.load()
  const { prelude } = await prerender(
    <AuthProvider prepare={async () => undefined}>
      <AccountProvider account={null}>
        <RouterProvider router={router} />
      </AccountProvider>
    </AuthProvider>,
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  const markup = await new Response(prelude).text()
  // React asks for each picture ahead, also for those that may never be shown.
  return markup.replaceAll(/<link rel="preload"(?![^>]* fetchPriority="high")[^>]*>/g, '')
}
