// The floor of a React app: React 19, TanStack Router, one screen, nothing else.
import { createRootRoute, createRoute, createRouter, Link, Outlet, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

const root = createRootRoute({ component: Outlet })
const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: () => (
    <main>
      <h1>Find, register for and follow marathon events</h1>
      <p>One screen of text, as a home page shows it first.</p>
      <Link to="/">Explore More</Link>
    </main>
  ),
})
const router = createRouter({ routeTree: root.addChildren([home]) })
createRoot(document.getElementById('root')).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
