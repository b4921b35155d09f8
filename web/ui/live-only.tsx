import { type ComponentPropsWithoutRef, createElement } from 'react'

type Tag = 'div' | 'li' | 'section' | 'p' | 'h2' | 'dd' | 'span'
type LiveOnlyProps<T extends Tag> = { as: T } & ComponentPropsWithoutRef<T>

/**
 * What is true for a moment: a countdown, a state, a count. The screen that is kept for the next start
 * (web/first-paint) leaves its place empty until the app is there.
 */
export function LiveOnly<T extends Tag>({ as, ...props }: LiveOnlyProps<T>) {
  return createElement(as, { 'data-live': '', ...props })
}
