import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { expected } from '../../contract/errors.ts'

/**
 * A lazy part of a screen that is left out if its code cannot be loaded: the screen is useful without it. A part that
 * the user asked for uses `lazy`, which shows an error.
 */
export function optional<P extends object>(
  load: () => Promise<ComponentType<P>>,
): LazyExoticComponent<ComponentType<P>> {
  return lazy(() =>
    load().then(
      (part) => ({ default: part }),
      () => expected('no-code', { default: (() => null) as ComponentType<P> }),
    ),
  )
}
